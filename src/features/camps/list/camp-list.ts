import { fill } from '#domain/fill.ts';
import { noFilters, passes, readFilters, toSearch, type Filters } from './filters.ts';
import { onFirstInteraction } from '#browser/first-interaction.ts';
import { PageElement } from '#ui/page-element.ts';
import type { CampDate } from '#domain/camp.ts';
import type { ListData } from './view.ts';

/**
 * A list of camps with current prices and spots. On the page of all camps it also has filters, which are in the
 * address. On a partner's site (`data-embedded`) the filters start folded on a phone, and the
 * current prices do not wait for a first interaction.
 */
export class CampList extends PageElement {
  #camps: readonly CampDate[] = [];

  protected override start(signal: AbortSignal): void {
    const data = JSON.parse(this.dataset['camps'] ?? '') as ListData;
    this.#camps = data.camps;
    const form = this.querySelector('form');
    if (form) this.#showFilters(form, signal);
    const refresh = () => void this.#refresh(form, data);
    if (this.#isEmbedded) setTimeout(refresh);
    else onFirstInteraction(refresh, signal);
  }

  get #isEmbedded(): boolean {
    return 'embedded' in this.dataset;
  }

  #showFilters(form: HTMLFormElement, signal: AbortSignal): void {
    const requestedFilters = readFilters(new URLSearchParams(location.search));
    write(form, requestedFilters);
    form.closest('details')?.toggleAttribute('open', toSearch(requestedFilters) !== '' && !this.#isEmbedded);
    this.#draw(filtersOf(form));
    form.addEventListener('input', () => this.#follow(filtersOf(form)), { signal });
    form.addEventListener('submit', (event) => event.preventDefault(), { signal });
    form.addEventListener(
      'reset',
      (event) => {
        event.preventDefault();
        write(form, noFilters);
        this.#follow(noFilters);
      },
      { signal },
    );
  }

  async #refresh(form: HTMLFormElement | null, data: ListData): Promise<void> {
    const { refreshRows } = await import('./rows.ts');
    this.#camps = await refreshRows(this, data);
    this.#draw(form ? filtersOf(form) : noFilters);
  }

  #follow(filters: Filters): void {
    history.replaceState(null, '', location.pathname + toSearch(filters));
    this.#draw(filters);
  }

  #draw(filters: Filters): void {
    const shownIds = new Set(this.#camps.filter((camp) => passes(camp, filters)).map(({ id }) => id));
    for (const row of this.querySelectorAll<HTMLElement>('[data-camp]'))
      row.hidden = !shownIds.has(row.dataset['camp'] ?? '');
    const count = this.querySelector<HTMLElement>('[data-count]');
    const text = fill(count?.dataset['count'] ?? '', { count: shownIds.size });
    if (count && count.textContent !== text) count.textContent = text;
    this.querySelector('[data-nothing]')?.toggleAttribute('hidden', shownIds.size > 0);
  }
}

const filtersOf = (form: HTMLFormElement): Filters =>
  readFilters(
    new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  );

/** Writes filters into the form. A value that the form does not offer is ignored. */
function write(form: HTMLFormElement, filters: Filters): void {
  for (const [name, value] of Object.entries(filters)) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLSelectElement || control instanceof HTMLInputElement)) continue;
    control.value = value === null ? '' : String(value);
    if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.value = '';
  }
}

customElements.define('camp-list', CampList);
