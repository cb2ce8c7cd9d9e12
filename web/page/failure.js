/* What the player sees when the game cannot start or has stopped. A classic script in plain old JavaScript: it has to
   work where the modules do not. Offers window.blockPuzzleFailure.show(kind, detail). */
(function () {
  'use strict';

  var TEXTS = {
    unsupported: [
      'This browser cannot run the game',
      'It needs WebAssembly and built-in gzip, as in Chrome 95, Firefox 113, Safari 16.4 and everything newer. ' +
        'Please update this browser or open the page in another one. Some browsers switch WebAssembly off in their strictest mode.'
    ],
    file: [
      'The game needs a web server',
      'It was opened straight from a folder, and browsers do not let a page load its parts that way. ' +
        'In that folder run "python3 -m http.server" and open the address that it prints.'
    ],
    network: [
      'The game could not be fetched',
      'Please check the connection and reload. After one complete visit the game also works offline.'
    ],
    sealed: [
      'This frame is sealed off',
      'The page around it lets it load nothing. Whoever made that page can allow it, with sandbox="allow-scripts allow-same-origin". ' +
        'Or open the game in a tab of its own.'
    ],
    missing: [
      'A part of the game is missing',
      'Please reload in a minute: the site may be changing just now. If it stays, its copy of the game is incomplete.'
    ],
    damaged: [
      'A part of the game arrived damaged',
      'Please reload: the page then fetches everything anew. Your saved game is untouched.'
    ],
    python: [
      'The game has stopped',
      'That is a mistake in the game, not yours. Your saved game is untouched: reload to go on from your last move. ' +
        'If it happens again, the text below helps to find out why.'
    ],
    finished: [
      'The game has ended',
      'Your saved game is untouched. Reload to play again.'
    ]
  };
  /* A copy that the service worker or the browser kept may be the broken thing: then a plain reload would not help. */
  var FETCH_ANEW = { missing: true, damaged: true };
  var shown = false;
  var started = false;

  function element(id) { return document.getElementById(id); }

  function whenParsed(action) {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', action);
    else action();
  }

  function environment() {
    return '\n\n' + location.href + '\nbuild ' + document.documentElement.getAttribute('data-build') + '\n' + navigator.userAgent;
  }

  /* A frame whose origin is nobody's: the scripts of an ordinary host do not reach it. */
  function isSealed() { return String(window.origin) === 'null' && location.protocol !== 'file:'; }

  function dropCopies() {
    if (isSealed() || !navigator.serviceWorker || !window.caches) return Promise.resolve();
    return navigator.serviceWorker.getRegistration('./').then(function (registration) {
      if (!registration) return null;
      return registration.unregister().then(function () { return caches.keys(); }).then(function (names) {
        return Promise.all(names.map(function (name) {
          return name.indexOf('block-puzzle:' + registration.scope + ':') === 0 && caches.delete(name);
        }));
      });
    });
  }

  function refetchParts() {
    var links = document.querySelectorAll('link[href], script[src]');
    return Promise.all([].map.call(links, function (link) {
      return fetch(link.href || link.src, { cache: 'reload' }).then(function (response) { return response.blob(); });
    }));
  }

  function reload(kind) {
    function now() { location.reload(); }
    if (FETCH_ANEW[kind] && window.fetch) dropCopies().then(refetchParts).then(now, now);
    else now();
  }

  function copy() {
    var box = element('failure-detail');
    var selection = window.getSelection();
    selection.removeAllRanges();
    var range = document.createRange();
    range.selectNodeContents(box);
    selection.addRange(range);
    var done = false;
    try { done = document.execCommand('copy'); } catch (error) { done = false; }
    element('failure-copied').textContent = done ? 'Copied' : 'Please copy the selected text by hand';
  }

  function show(kind, detail) {
    if (shown) return;
    shown = true;
    whenParsed(function () {
      var loading = element('loading');
      if (loading) loading.hidden = true;
      element('canvas').hidden = true;
      element('mirror').hidden = true;
      element('failure-title').textContent = TEXTS[kind][0];
      element('failure-advice').textContent = TEXTS[kind][1];
      element('failure-detail').textContent = String(detail) + environment();
      element('failure-reload').onclick = function () { element('failure-reload').disabled = true; reload(kind); };
      element('failure-copy').onclick = copy;
      element('failure').hidden = false;
      element('failure-reload').focus();
    });
  }

  function missingFeature() {
    if (typeof WebAssembly !== 'object' || !WebAssembly.instantiate) return 'WebAssembly is missing';
    if (typeof BigInt !== 'function') return 'BigInt is missing';
    if (typeof DecompressionStream !== 'function') return 'DecompressionStream is missing';
    return '';
  }

  function check(address) {
    return fetch(address, { cache: 'reload' }).then(function (response) {
      return response.ok ? null : ['missing', address + ': the server answered ' + response.status];
    }, function (error) {
      return ['network', address + ': ' + error.message];
    });
  }

  /* The event tells only that a script, or one that it imports, did not load: asking for all of them tells why. */
  function explain(address) {
    if (isSealed()) return show('sealed', 'Could not load ' + address);
    if (!window.fetch) return show('missing', 'Could not load ' + address);
    var scripts = [].map.call(document.querySelectorAll('script[src], link[rel=modulepreload]'), function (element) {
      return element.src || element.href;
    });
    return Promise.all(scripts.map(check)).then(function (problems) {
      var found = problems.filter(Boolean)[0] || ['damaged', 'Could not run ' + address];
      show(found[0], found[1]);
    });
  }

  /* Until the loader has taken over, a script that is missing or broken shows up here only. */
  window.addEventListener('error', function (event) {
    if (started) return;
    var source = event.target;
    if (source && source.tagName === 'SCRIPT') {
      explain(source.src);
    } else if (event.message) {
      show('damaged', event.message + '\n' + event.filename + ':' + event.lineno);
    }
  }, true);

  /* By then every script has run: a loader that was cut off at a lucky place raised no error, but did not take over. */
  window.addEventListener('load', function () {
    if (!started && !shown) explain('the loader');
  });

  window.blockPuzzleFailure = {
    show: show,
    isShown: function () { return shown; },
    /* The loader reports failures itself from now on. */
    takeOver: function () { started = true; }
  };

  if (location.protocol === 'file:') show('file', 'Opened from ' + location.href);
  else if (missingFeature()) show('unsupported', missingFeature());
}());
