// Has the pages of a game kept by the browser, so that they are there without a network.

"use strict";
if (navigator.serviceWorker && location.protocol !== "file:") {
  navigator.serviceWorker.register(`${document.getElementById("search").dataset.base}service-worker.js`).catch(() => {}); // the pages work without it
}
