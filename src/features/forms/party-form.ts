import { formatClock, formatMoment } from '../../domain/dates.ts';
import { getParty, submitResponse, type Party, type Subject } from './api.ts';
import { bindForm } from './bind.ts';
import type { Definition } from './definition.ts';
import { fillInContact } from './fill-in.ts';
import { readDefinition } from './elements.ts';
import { autosave, before, rememberToken, tokenOf } from './keeper.ts';
import { needsParty } from './model.ts';
import { toResponse } from './response.ts';

/** The page of a form: `?party=` names the party, `?form=` a form, `#` an answer to go on with. */
export async function openForm(page: HTMLElement): Promise<void> {
  const search = new URLSearchParams(location.search);
  const code = search.get('party')?.trim() ?? '';
  const party = code ? await getParty(code) : null;
  if (party && !party.ok) {
    show(page, 'failed');
    return;
  }
  const template = templateOf(page, search.get('form'), party?.value?.form_id ?? null);
  if (!template) {
    show(page, 'missing');
    return;
  }
  const definition = readDefinition(template.content);
  set(page, 'h1[data-title]', template.dataset['title'] ?? '');
  set(page, 'p[data-lead]', template.dataset['lead'] ?? '');
  if (code ? !party?.value : needsParty(definition.fields)) {
    closed(page, definition.words.unknownText);
    return;
  }
  if (party?.value) invite(page, party.value);
  if (party?.value?.open === false) {
    closed(page, definition.words.closedText);
    return;
  }
  await fillIn(page, template, definition, code);
}

async function fillIn(
  page: HTMLElement,
  template: HTMLTemplateElement,
  definition: Definition,
  code: string,
) {
  const { formId, revision, fields } = definition;
  const subject: Subject = {
    form_id: formId,
    form_revision: revision,
    party_code: code || null,
    token: null,
  };
  subject.token = tokenInLink() ?? tokenOf(subject);
  const known = await before(definition, subject.token);
  const keep = (token: string) => {
    subject.token = token;
    rememberToken(subject, token);
  };
  const drafts = autosave(subject, keep);
  const place = page.querySelector('[data-place]');
  place?.replaceChildren(template.content.cloneNode(true));
  const form = place?.querySelector('form');
  if (!form) return;
  bindForm(form, {
    definition,
    before: known,
    onChange: (values) => {
      // A draft of an answer that was sent would get a token of its own, and be a second answer.
      if (!known?.sent) drafts.note(values);
    },
    send: async (values) => {
      await drafts.stop();
      const answer = await submitResponse(subject, toResponse(fields, values));
      if (!answer.ok) return answer;
      keep(answer.value.token);
      const link = new URL(location.href);
      link.hash = answer.value.token;
      history.replaceState(null, '', link);
      return { ok: true, link: link.href };
    },
  });
  if (!known?.sent) void fillInContact(form, fields);
  show(page, 'form');
}

/** The form that the link names, else the party's own, else the usual one. */
function templateOf(page: HTMLElement, slug: string | null, id: string | null): HTMLTemplateElement | null {
  const all = [...page.querySelectorAll<HTMLTemplateElement>('template[data-form]')];
  const named = (name: string) =>
    all.find(({ dataset }) => dataset['form'] === name || dataset['id'] === name);
  if (slug) return named(slug) ?? null;
  return (id ? named(id) : undefined) ?? named(page.dataset['usual'] ?? '') ?? null;
}

const tokenInLink = () => /^#([0-9a-f-]{36})$/.exec(location.hash)?.[1] ?? null;

function invite(page: HTMLElement, { title, starts_at, ends_at, place }: Party): void {
  set(page, '[data-party-title]', title);
  set(page, '[data-party-time]', `${formatMoment(starts_at)} – ${formatClock(ends_at)}`);
  set(page, '[data-party-place]', place);
  page.querySelector('[data-party]')?.removeAttribute('hidden');
}

function closed(page: HTMLElement, text: string): void {
  set(page, '[data-closed-text]', text);
  show(page, 'closed');
}

function set(page: HTMLElement, selector: string, text: string): void {
  const element = page.querySelector(selector);
  if (element) element.textContent = text;
}

function show(page: HTMLElement, state: 'form' | 'failed' | 'missing' | 'closed'): void {
  for (const part of page.querySelectorAll<HTMLElement>('[data-state]'))
    part.hidden = part.dataset['state'] !== state;
}
