import { formatClock, formatMoment } from '#domain/dates.ts';
import { PageElement } from '#ui/page-element.ts';
import { getParty, submitResponse, type Party, type Subject } from './api.ts';
import { bindForm } from './bind.ts';
import type { Definition } from './definition.ts';
import { fillInContact } from './fill-in.ts';
import { readDefinition } from './elements.ts';
import { autosave, readSavedValues, rememberToken, tokenOf } from './autosave.ts';
import { needsParty } from './model.ts';
import { toResponse } from './response.ts';

/**
 * The form of a party. In the address, `?party=` names the party and `?form=` a form. The fragment contains the token
 * of an answer to continue.
 */
export class PartyForm extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.querySelector('[data-refresh]')?.addEventListener('click', () => location.reload(), { signal });
    void this.#open();
  }

  async #open(): Promise<void> {
    const search = new URLSearchParams(location.search);
    const code = search.get('party')?.trim() ?? '';
    const party = code ? await getParty(code) : null;
    if (party && !party.ok) {
      this.#show('failed');
      return;
    }
    const template = this.#templateOf(search.get('form'), party?.value?.form_id ?? null);
    if (!template) {
      this.#show('missing');
      return;
    }
    const definition = readDefinition(template.content);
    this.#write('h1[data-title]', template.dataset['title'] ?? '');
    this.#write('p[data-lead]', template.dataset['lead'] ?? '');
    if (code ? !party?.value : needsParty(definition.fields)) {
      this.#close(definition.words.unknownText);
      return;
    }
    if (party?.value) this.#invite(party.value);
    if (party?.value?.open === false) {
      this.#close(definition.words.closedText);
      return;
    }
    await this.#fillIn(template, definition, code);
  }

  async #fillIn(template: HTMLTemplateElement, definition: Definition, code: string): Promise<void> {
    const { formId, revision, fields } = definition;
    const subject: Subject = {
      form_id: formId,
      form_revision: revision,
      party_code: code || null,
      token: null,
    };
    subject.token = tokenInLink() ?? tokenOf(subject);
    const savedAnswer = await readSavedValues(definition, subject.token);
    const rememberSaved = (token: string) => {
      subject.token = token;
      rememberToken(subject, token);
    };
    const draft = autosave(subject, rememberSaved);
    const place = this.querySelector('[data-place]');
    place?.replaceChildren(template.content.cloneNode(true));
    const form = place?.querySelector('form');
    if (!form) return;
    bindForm(form, {
      definition,
      before: savedAnswer,
      onChange: (values) => {
        // If an answer was already sent, a draft of it would get a new token and become a second answer.
        if (!savedAnswer?.sent) draft.note(values);
      },
      send: async (values) => {
        await draft.stop();
        const answer = await submitResponse(subject, toResponse(fields, values));
        if (!answer.ok) return answer;
        rememberSaved(answer.value.token);
        const link = new URL(location.href);
        link.hash = answer.value.token;
        history.replaceState(null, '', link);
        return { ok: true, link: link.href };
      },
    });
    if (!savedAnswer?.sent) void fillInContact(form, fields);
    this.#show('form');
  }

  /** Returns the form that the link names. If it names none, returns the party's own form, or else the default one. */
  #templateOf(slug: string | null, id: string | null): HTMLTemplateElement | null {
    const templates = [...this.querySelectorAll<HTMLTemplateElement>('template[data-form]')];
    const findTemplate = (name: string) =>
      templates.find(({ dataset }) => dataset['form'] === name || dataset['id'] === name);
    if (slug) return findTemplate(slug) ?? null;
    return (id ? findTemplate(id) : undefined) ?? findTemplate(this.dataset['defaultForm'] ?? '') ?? null;
  }

  #invite({ title, starts_at, ends_at, place }: Party): void {
    this.#write('[data-party-title]', title);
    this.#write('[data-party-time]', `${formatMoment(starts_at)} – ${formatClock(ends_at)}`);
    this.#write('[data-party-place]', place);
    this.querySelector('[data-party]')?.removeAttribute('hidden');
  }

  #close(text: string): void {
    this.#write('[data-closed-text]', text);
    this.#show('closed');
  }

  #write(selector: string, text: string): void {
    const element = this.querySelector(selector);
    if (element) element.textContent = text;
  }

  #show(state: 'form' | 'failed' | 'missing' | 'closed'): void {
    for (const element of this.querySelectorAll<HTMLElement>('[data-state]'))
      element.hidden = element.dataset['state'] !== state;
  }
}

const tokenInLink = () => /^#([0-9a-f-]{36})$/.exec(location.hash)?.[1] ?? null;

customElements.define('party-form', PartyForm);
