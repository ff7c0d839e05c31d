import { frame } from './frame.ts';
import { plain, type TextSource } from './sources.ts';
import { listenToStudio } from './studio.ts';

// Runs in the pages of `astro dev` only; does nothing unless Studio shows the page.

/** A click may land on a word inside the text: this many elements further out are looked at. */
const reach = 4;

let sources = new Map<string, TextSource>();
let editing = true;
const box = frame();

function sourceOf(target: EventTarget | null): { element: Element; source: TextSource } | null {
  let element = target instanceof Element ? target : null;
  for (let step = 0; element && step < reach; step++, element = element.parentElement) {
    const text = element instanceof HTMLImageElement ? element.alt : element.textContent;
    const source = sources.get(plain(text));
    if (source) return { element, source };
  }
  return null;
}

const line = listenToStudio(new URL(import.meta.env.PUBLIC_STUDIO_URL).origin, greeted, (type, data) => {
  if (/toggle-?overlay$/i.test(type)) {
    editing = !editing;
    box.hide();
    line.send('visual-editing/toggle', { enabled: editing });
  }
  if (type === 'presentation/navigate' && isAddress(data)) location.assign(data.url);
  if (type === 'presentation/refresh') {
    line.send('visual-editing/refreshing', data);
    location.reload();
  }
});

function greeted() {
  const url = location.pathname + location.search + location.hash;
  line.send('visual-editing/navigate', { type: 'push', url, title: document.title });
  line.send('visual-editing/toggle', { enabled: editing });
  document.addEventListener('pointerover', ({ target }) => {
    const found = editing ? sourceOf(target) : null;
    if (found) box.show(found.element);
    else box.hide();
  });
  // Before the page's own handlers: in the preview a text is there to be changed.
  document.addEventListener('click', edit, { capture: true });
  void load();
}

async function load() {
  const answer = await fetch('/__preview/sources');
  const found = (await answer.json()) as TextSource[];
  sources = new Map(found.map((source) => [source.text, source]));
  const shown = [...document.querySelectorAll('body *')].flatMap(
    (element) => sources.get(plain(element.textContent)) ?? [],
  );
  const documents = [...new Map(shown.map(({ id, type }) => [id, { _id: id, _type: type }])).values()];
  line.send('visual-editing/documents', { perspective: 'drafts', documents });
  document.documentElement.dataset['preview'] = 'ready';
}

function edit(event: MouseEvent) {
  const found = editing ? sourceOf(event.target) : null;
  if (!found) return;
  event.preventDefault();
  event.stopPropagation();
  const { id, type, path } = found.source;
  line.send('visual-editing/focus', { id, type, path });
}

const isAddress = (data: unknown): data is { url: string } =>
  typeof data === 'object' && data !== null && 'url' in data && typeof data.url === 'string';
