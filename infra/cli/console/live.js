// @ts-nocheck: a browser runs this file, and the project has no types of the DOM.
// Makes the pages of the console quicker to use. Every page works without it.

/** How often a page is read again, in milliseconds: by the page (`data-live`), and while its tab is hidden. */
const pauses = { slow: 15_000, quick: 1_000, hidden: 60_000 };

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isTyping = target.closest("input, textarea, select") !== null;
  if (key !== "/" || isTyping || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  document.querySelector("#find")?.focus();
});

document.addEventListener("click", async ({ target }) => {
  const copied = target.closest("[data-copy]");
  if (copied === null) return;
  await navigator.clipboard.writeText(copied.dataset.copy);
  copied.dataset.copied = "";
  setTimeout(() => delete copied.dataset.copied, 1_500);
});

/** Whether the operator uses the page now, which a new read would disturb. */
function isInUse(main) {
  return (
    main.dataset.live !== "quick" &&
    (main.querySelector("input:checked") !== null ||
      main.contains(document.activeElement) ||
      getSelection()?.isCollapsed === false)
  );
}

/** Reads the page again, and shows what has changed. */
async function refresh() {
  const main = document.querySelector("main[data-live]");
  if (main === null || isInUse(main)) return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (isInUse(main)) return;
  // A 401 is a page too: it says how to go on after the end of the session.
  if (!answer?.ok && answer?.status !== 401) return sayItIsOld(main);
  const text = await answer.text();
  const next = new DOMParser().parseFromString(text, "text/html");
  const read = next.querySelector("main");
  const isOpen = [...main.querySelectorAll("details")].map((one) => one.open);
  read
    .querySelectorAll("details")
    .forEach((one, index) => (one.open = isOpen[index] ?? one.open));
  document.title = next.title;
  main.replaceWith(read);
}

/** Says once that the page is out of date, until a read of it succeeds. */
function sayItIsOld(main) {
  if (main.querySelector("#old") !== null) return;
  const line = document.createElement("p");
  line.id = "old";
  line.className = "toned bad";
  line.role = "alert";
  line.textContent = `Since ${new Date().toLocaleTimeString()}, this page cannot be read again. It may be out of date.`;
  main.prepend(line);
  document.title = `Old: ${document.title}`;
}

/** Plans the next read of a live page. A page that shows the end of its work is not live any more. */
function planRefresh() {
  const { live } = document.querySelector("main[data-live]")?.dataset ?? {};
  if (live === undefined) return;
  const pause = document.hidden ? "hidden" : live;
  setTimeout(() => refresh().finally(planRefresh), pauses[pause]);
}
planRefresh();
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refresh();
});
