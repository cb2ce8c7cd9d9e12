"""What is kept between visits: the rounds, the bests, the settings. The storage is handed in."""
