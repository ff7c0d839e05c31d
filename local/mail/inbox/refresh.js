// Adds new mails to the list and leaves existing items unchanged, so that focus and scroll position stay.
const EVERY_MS = 2000;
const nav = document.querySelector('.list');
let version = nav?.getAttribute('data-version') ?? '';

async function refresh() {
  const now = await (await fetch('/inbox/version')).text();
  if (now === version) return;
  const page = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(page, 'text/html');
  merge(fresh);
  version = now;
}

/** @param {Document} fresh */
function merge(fresh) {
  const list = document.getElementById('mails');
  const count = document.getElementById('count');
  const newCount = fresh.getElementById('count')?.textContent ?? '';
  if (!list || !count) return;
  const ids = new Set([...fresh.querySelectorAll('#mails > li')].map(({ id }) => id));
  for (const old of list.querySelectorAll(':scope > li')) if (!ids.has(old.id)) old.remove();
  let next = list.firstElementChild;
  for (const item of fresh.querySelectorAll('#mails > li')) {
    if (next?.id === item.id) next = next.nextElementSibling;
    else list.insertBefore(document.adoptNode(item), next);
  }
  if (count.textContent !== newCount) count.textContent = newCount;
  document.getElementById('empty')?.remove();
  const empty = fresh.getElementById('empty');
  if (empty) list.after(document.adoptNode(empty));
}

setInterval(() => {
  if (document.visibilityState === 'visible') refresh().catch(() => undefined);
}, EVERY_MS);
