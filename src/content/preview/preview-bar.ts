import { formatMoment } from '#domain/dates.ts';
import { momentCookie, momentForm } from './cookie.ts';

/**
 * The person who looks at the preview, as `/__preview/visitor` answers (preview/access.ts). If there is no preview
 * server, it is a developer.
 */
type Visitor = { kind: 'studio' } | { kind: 'guest'; until: number } | { kind: 'developer' };

const messages = {
  title: 'Preview',
  at: 'Show the page as on (Singapore time)',
  show: 'Show',
  now: 'Show now',
  safe: 'Nothing can be booked or paid here. Camps show today’s prices and free spots, whatever day you choose. Passes and parties show the prices of the drafts on that day.',
  until: (moment: string) => `This link works until ${moment}.`,
} as const;

/** Singapore's offset is the same all year. */
const OFFSET_MS = 8 * 3_600_000;

const chosenText = () => momentForm.exec(document.cookie)?.[1];

/** Reloads the page as it will be at this moment. Null means now. */
function showAt(moment: string | null): void {
  const sameSite = location.protocol === 'https:' ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  document.cookie = `${momentCookie}=${moment ?? ''}; Path=/; ${sameSite}${moment === null ? '; Max-Age=0' : ''}`;
  location.reload();
}

/** A small bar in the corner. It says that this is a preview, and of which day. */
class PreviewBar extends HTMLElement {
  draw(visitor: Visitor): void {
    const chosen = chosenText();
    const root = this.attachShadow({ mode: 'open' });
    const field = Object.assign(document.createElement('input'), {
      type: 'datetime-local',
      required: true,
      value: new Date((chosen ? Date.parse(chosen) : Date.now()) + OFFSET_MS).toISOString().slice(0, 16),
    });
    const form = document.createElement('form');
    form.append(labelled(messages.at, field), button(messages.show, 'submit'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      showAt(`${field.value}:00+08:00`);
    });
    const now = button(messages.now, 'button');
    now.addEventListener('click', () => showAt(null));
    if (chosen) form.append(now);
    const summary = document.createElement('summary');
    summary.textContent = chosen ? `${messages.title}: ${formatMoment(chosen)}` : messages.title;
    const note = document.createElement('p');
    const linkEnd =
      visitor.kind === 'guest' ? [messages.until(formatMoment(new Date(visitor.until).toISOString()))] : [];
    note.textContent = [...linkEnd, messages.safe].join(' ');
    const details = document.createElement('details');
    details.append(summary, note, ...(visitor.kind === 'guest' ? [] : [form]));
    root.append(style(), details);
  }
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  const label = document.createElement('label');
  label.append(text, field);
  return label;
}

const button = (text: string, type: 'button' | 'submit') =>
  Object.assign(document.createElement('button'), { type, textContent: text });

function style(): HTMLStyleElement {
  const element = document.createElement('style');
  element.textContent = `
    :host { position: fixed; z-index: 2147483000; left: 0.5rem; bottom: 0.5rem; max-width: min(20rem, 90vw);
      font: 500 0.875rem/1.45 var(--font-text, system-ui); color: var(--on-night, #fffdf8); }
    details { border: 1px solid var(--night-line, #56625d); border-radius: 0.75rem; background: var(--night, #101614); }
    summary { padding: 0.5rem 0.875rem; min-height: 1.75rem; cursor: pointer; font-weight: 700; align-content: center; }
    p { margin: 0; padding: 0 0.875rem 0.75rem; color: var(--on-night-2, #e6e2d6); }
    form { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0 0.875rem 0.875rem; }
    label { display: grid; gap: 0.25rem; flex-basis: 100%; }
    input, button { min-height: 2.75rem; padding: 0 0.75rem; border: 1px solid var(--night-line, #56625d);
      border-radius: 0.5rem; font: inherit; }
    button { background: var(--on-night, #fffdf8); color: var(--night, #101614); font-weight: 700; cursor: pointer; }
    :is(summary, input, button):focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
  `;
  return element;
}

const isVisitor = (value: unknown): value is Visitor =>
  typeof value === 'object' && value !== null && 'kind' in value;

const answer = await fetch('/__preview/visitor').catch(() => null);
const visitor: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
customElements.define('preview-bar', PreviewBar);
const bar = new PreviewBar();
document.body.append(bar);
bar.draw(isVisitor(visitor) ? visitor : { kind: 'developer' });

// The server needs to know when the page started loading, because the page may show content from before a change.
if (!isVisitor(visitor) || visitor.kind !== 'guest')
  new EventSource(`/__preview/changes?loading=${Math.ceil(performance.now())}`).addEventListener(
    'message',
    () => location.reload(),
  );
