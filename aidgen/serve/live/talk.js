// What is said to the server and heard from it, and elements to show it with.

export async function get(address) {
  const answer = await fetch(address);
  const body = await answer.json();
  if (!answer.ok && answer.status !== 422) throw new Error(body.problems?.[0]?.message ?? answer.statusText);
  return body;
}

export const post = (address, body) =>
  fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/**
 * Call `listener` with all news, and `missed` when some may have been missed.
 *
 * A browser has six connections to a server: one tab listens, and tells the others. When it is
 * closed, another one takes its place.
 */
export function listen(listener, missed) {
  const channel = new BroadcastChannel("aidgen" + location.pathname);
  channel.onmessage = (message) => (message.data === "missed" ? missed() : listener(message.data));
  navigator.locks.request("aidgen" + location.pathname, () =>
    new Promise(() => {
      const news = new EventSource("events");
      news.onopen = () => {
        channel.postMessage("missed");
        missed();
      };
      news.onmessage = (message) => {
        const view = JSON.parse(message.data);
        channel.postMessage(view);
        listener(view);
      };
    }),
  );
}

export function element(tag, look, words) {
  const element = document.createElement(tag);
  if (look) element.className = look;
  if (words !== undefined) element.textContent = words;
  return element;
}

let editor = { link: "", root: "" };
/** Set how files are opened: a link with {file}, {line} and {column}, and the folder of the pack. */
export function setEditor(link, root) {
  editor = { link, root };
}

/** Return a place in a file, as in content/mini/rules.yaml:3:5, as a link that opens it in the editor. */
export function editorLink(where) {
  const [, file, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(where);
  if (!editor.link || !line) return element("span", "where", where);
  const link = element("a", "where", where);
  link.href = editor.link.replace("{file}", encodeURI(`/${editor.root}/${file}`.replace(/^\/+/, "/"))).replace("{line}", line).replace("{column}", column ?? "1");
  return link;
}
