import { fetchCamps } from '#api/camps.ts';
import { onReturn } from '#browser/on-return.ts';
import { campDate } from '#domain/camp.ts';
import { today } from '#domain/dates.ts';
import { failureReason } from '#ui/failed/failure-reason.ts';
import { PageElement } from '#ui/page-element.ts';
import { messages } from '../messages.ts';
import { fetchClasses } from './api.ts';
import { campRows, classRows, readRequest, type Row, type TimetableData } from './model.ts';

type Part = 'classes' | 'camps';

export class EmbedTimetable extends PageElement {
  #data: TimetableData | null = null;
  #isReading = false;

  protected override start(signal: AbortSignal): void {
    // Our own build wrote this data, so it is not validated.
    this.#data = JSON.parse(this.dataset['timetable'] ?? '') as TimetableData;
    const read = () => void this.#read();
    this.querySelector('[data-retry]')?.addEventListener('click', read, { signal });
    addEventListener('online', read, { signal });
    signal.addEventListener('abort', onReturn(read));
    read();
  }

  async #read(): Promise<void> {
    const data = this.#data;
    if (!data || this.#isReading) return;
    this.#isReading = true;
    const request = readRequest(new URLSearchParams(location.search));
    const [week, camps] = await Promise.all([
      request.show === 'camps' ? null : fetchClasses(),
      request.show === 'classes' ? null : fetchCamps(),
    ]);
    this.#isReading = false;
    this.#show('[data-loading]', false);
    const hasFailed = week?.ok === false || camps?.ok === false;
    this.#show('[data-failed]', hasFailed);
    if (hasFailed) this.#write('[data-reason]', `${messages.failed} ${failureReason()}`);
    if (week?.ok) {
      this.#draw('classes', classRows(week.value, request, data));
      const notice = week.value.find((row) => row.notice)?.notice ?? '';
      this.#show('[data-notice]', notice !== '');
      this.#write('[data-notice]', notice);
    }
    if (camps?.ok) {
      const dates = camps.value.filter(({ cancelled_at }) => cancelled_at === null).map(campDate);
      this.#draw('camps', campRows(dates, request, data, today()));
    }
  }

  #draw(part: Part, rows: readonly Row[]): void {
    const section = this.querySelector<HTMLElement>(`[data-part="${part}"]`);
    if (!section) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    section.hidden = false;
    section.querySelector('tbody')?.replaceChildren(...rows.map((row) => this.#drawRow(row)));
    section.querySelector('table')?.toggleAttribute('hidden', rows.length === 0);
    section.querySelector('[data-empty]')?.toggleAttribute('hidden', rows.length > 0);
    if (focused) section.querySelector<HTMLElement>(`[data-row="${focused}"] a`)?.focus();
  }

  #drawRow(row: Row): HTMLElement {
    const copied = this.querySelector('template')?.content.firstElementChild?.cloneNode(true);
    if (!(copied instanceof HTMLElement)) throw new Error('The timetable has no template of a row');
    copied.dataset['row'] = row.id;
    for (const name of ['day', 'hours', 'name', 'ages', 'place', 'spots'] as const)
      setText(copied, `[data-${name}]`, row[name]);
    const spots = copied.querySelector<HTMLElement>('[data-spots]');
    if (spots) [spots.dataset['spots'], spots.hidden] = [row.spotsState, row.spots === ''];
    const link = copied.querySelector<HTMLAnchorElement>('a');
    if (link) {
      link.href = row.href;
      link.textContent = row.label;
      link.classList.add(row.canBook ? 'solid' : 'line');
      link.setAttribute('aria-label', `${row.label}: ${row.name}, ${row.day}, ${row.hours}, ${row.place}`);
    }
    return copied;
  }

  #show(selector: string, isShown: boolean): void {
    this.querySelector(selector)?.toggleAttribute('hidden', !isShown);
  }

  #write(selector: string, text: string): void {
    setText(this, selector, text);
  }
}

function setText(root: Element, selector: string, text: string): void {
  const element = root.querySelector(selector);
  if (element) element.textContent = text;
}

customElements.define('embed-timetable', EmbedTimetable);
