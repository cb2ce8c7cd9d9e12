/* FreeType's modules in this runtime: TrueType outlines, hinted by the font or automatically, drawn grey or black. Left
 * out: PostScript, CFF, bitmap and Windows fonts, distance fields, SVG glyphs. The order matters to FreeType. */
FT_USE_MODULE(FT_Module_Class, autofit_module_class)
FT_USE_MODULE(FT_Driver_ClassRec, tt_driver_class)
FT_USE_MODULE(FT_Module_Class, sfnt_module_class)
FT_USE_MODULE(FT_Renderer_Class, ft_smooth_renderer_class)
FT_USE_MODULE(FT_Renderer_Class, ft_raster1_renderer_class)
