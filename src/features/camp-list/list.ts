import { fill } from '../../domain/fill.ts';
import { noFilters, passes, readFilters, toSearch, type Filters } from './filters.ts';
import { onFirstInteraction } from '../../browser/first-interaction.ts';
import type { CampDate, Source } from '../../domain/camp.ts';

/** Plain script of the list of all camps: filters that stand in the address, prices and places of now. */
export interface ListData {
  camps: CampDate[];
  bookLabel: string;
  source: Source;
}

const root = document.querySelector<HTMLElement>('[data-camp-list]');
const form = root?.querySelector<HTMLFormElement>('[data-filters]');
if (root && form) start(root, form, JSON.parse(root.dataset['campList'] ?? '') as ListData);

function start(list: HTMLElement, filters: HTMLFormElement, data: ListData): void {
  let camps = data.camps;
  const draw = (chosen: Filters) => {
    const shown = new Set(camps.filter((camp) => passes(camp, chosen)).map(({ id }) => id));
    for (const row of list.querySelectorAll<HTMLElement>('[data-camp]'))
      row.hidden = !shown.has(row.dataset['camp'] ?? '');
    const count = list.querySelector<HTMLElement>('[data-count]');
    const text = fill(count?.dataset['count'] ?? '', { count: shown.size });
    if (count && count.textContent !== text) count.textContent = text;
    list.querySelector('[data-nothing]')?.toggleAttribute('hidden', shown.size > 0);
  };
  const chosen = () => {
    const texts = [...new FormData(filters)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return readFilters(new URLSearchParams(texts));
  };
  const follow = (next: Filters) => {
    history.replaceState(null, '', location.pathname + toSearch(next));
    draw(next);
  };

  write(filters, readFilters(new URLSearchParams(location.search)));
  draw(chosen());
  filters.addEventListener('input', () => follow(chosen()));
  filters.addEventListener('submit', (event) => event.preventDefault());
  filters.addEventListener('reset', (event) => {
    event.preventDefault();
    write(filters, noFilters);
    follow(noFilters);
  });
  onFirstInteraction(() => {
    void import('./refresh-rows.ts')
      .then(({ refreshRows }) => refreshRows(list, data))
      .then((now) => {
        camps = now;
        draw(chosen());
      });
  });
}

/** A filter that the form does not offer is none. */
function write(form: HTMLFormElement, filters: Filters): void {
  for (const [name, value] of Object.entries(filters)) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLSelectElement || control instanceof HTMLInputElement)) continue;
    control.value = value === null ? '' : String(value);
    if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.value = '';
  }
}
