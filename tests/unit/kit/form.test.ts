/** Tests a form of the kit: what it sends and refuses, where it shows errors, and that it loses no input. */
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import type { Faults } from '#domain/fault.ts';
import type { Message } from '#ui/kit/action.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { createFormState, type Draft } from '#ui/kit/form/state.ts';
import { createFormStore } from '#ui/kit/form/store.ts';
import { fieldsOf } from '#ui/kit/form/field.ts';
import { checkedBy, hasField, maxLengthAt, schemaFaults } from '#ui/kit/form/schema.ts';

const Visit = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10)),
  note: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(20)))),
  people: v.optional(v.array(v.object({ phone: v.pipe(v.string(), v.regex(/^\+\d+$/)) }))),
});
type Visit = v.InferInput<typeof Visit>;
interface Values {
  name: string;
  note: string;
}
type Answer = { ok: true; value: string } | { ok: false; code: string; field?: string };
const saved: Message = { tone: 'calm', text: 'Saved.' };
const empty: Values = { name: '', note: '' };

function visitForm(answers: Answer[] = [], draft?: Draft<Values>) {
  const send = vi.fn((_body: Visit): Promise<Answer> =>
    Promise.resolve(answers.shift() ?? { ok: true, value: 'id' }),
  );
  const onUnchanged = vi.fn();
  const form = createForm(Visit, {
    empty,
    ...(draft && { draft }),
    read: ({ name, note }, typed) => ({
      faults: note === 'no' ? { note: { kind: 'choose' } } : {},
      body: Object.keys(typed).length === 0 ? null : { name, note },
    }),
    onUnchanged,
    send,
    onSent: (): Message => saved,
    onRefused: ({ code }): Message => ({ tone: 'bad', text: code }),
    fieldOf: (path) => (path === 'hidden' ? null : path),
  });
  return { form, send, onUnchanged };
}

describe('submitting', () => {
  it('sends the input merged into the saved values', async () => {
    const { form, send } = visitForm();
    form.open({ name: 'Kai', note: 'Tall' });
    form.change({ note: 'Left-handed' });
    await form.submit();
    expect(send.mock.calls.map(([body]) => body)).toEqual([{ name: 'Kai', note: 'Left-handed' }]);
    expect(form.$outcome.get()).toEqual(saved);
  });

  it('sends nothing if nothing changed, even after a change and back', async () => {
    const { form, send, onUnchanged } = visitForm();
    form.open({ name: 'Kai', note: '' });
    form.change({ name: 'Mia' });
    form.change({ name: 'Kai' });
    await form.submit();
    expect(send).not.toHaveBeenCalled();
    expect(onUnchanged).toHaveBeenCalledOnce();
  });

  it('sends one request at a time', async () => {
    const { form, send } = visitForm();
    form.change({ name: 'Kai' });
    await Promise.all([form.submit(), form.submit()]);
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('an error', () => {
  it('an error of the form comes first, is shown at its field, and is cleared when the field changes', async () => {
    const { form, send } = visitForm();
    form.change({ name: '', note: 'no' });
    await form.submit();
    expect(form.$faults.get()).toEqual({ note: { kind: 'choose' } });
    expect(form.$failedSubmits.get()).toBe(1);
    form.change({ note: 'yes' });
    expect(form.$faults.get()).toEqual({});
    expect(send).not.toHaveBeenCalled();
  });

  it('an error of the contract is found before the request', async () => {
    const { form, send } = visitForm();
    form.change({ name: '', note: 'A note that is longer than twenty characters' });
    await form.submit();
    expect(form.$faults.get()).toEqual({ name: { kind: 'missing' }, note: { kind: 'too_long' } });
    expect(send).not.toHaveBeenCalled();
  });

  it('an error of the server is shown at its field, whatever the argument is called, and the input stays', async () => {
    const { form } = visitForm([{ ok: false, code: 'invalid_input', field: 'p_visit.name' }]);
    form.change({ name: 'Kai' });
    await form.submit();
    expect(form.$faults.get()).toEqual({ name: { kind: 'not_accepted' } });
    expect(form.$outcome.get()).toBeNull();
    expect(form.$values.get().name).toBe('Kai');
    await form.submit();
    expect(form.$faults.get()).toEqual({});
    expect(form.$outcome.get()).toEqual(saved);
  });

  it.each<Answer>([
    { ok: false, code: 'invalid_input', field: 'hidden' },
    { ok: false, code: 'rate_limited', field: 'name' },
    { ok: false, code: 'unexpected' },
  ])('of the server without a field of the form is the outcome: %j', async (answer) => {
    const { form } = visitForm([answer]);
    form.change({ name: 'Kai' });
    await form.submit();
    expect(form.$faults.get()).toEqual({});
    expect(form.$outcome.get()).toMatchObject({ tone: 'bad' });
    expect(form.$values.get().name).toBe('Kai');
  });

  it('is cleared with the outcome when the form is opened again, and the input stays', async () => {
    const { form } = visitForm([{ ok: false, code: 'unexpected' }]);
    form.change({ name: 'Kai' });
    await form.submit();
    form.reject({ name: { kind: 'missing' } });
    form.clearErrors();
    expect([form.$faults.get(), form.$failedSubmits.get(), form.$outcome.get()]).toEqual([{}, 0, null]);
    expect(form.$values.get().name).toBe('Kai');
  });
});

describe('a draft', () => {
  it('is restored at the next visit, and deleted after saving', () => {
    let restored: Partial<Values> = {};
    const draft: Draft<Values> = {
      read: () => restored,
      write: (typed) => {
        restored = typed;
      },
    };
    const first = visitForm([], draft).form;
    first.open({ name: 'Kai', note: '' });
    first.change({ note: 'Tall' });
    first.flush();
    expect(restored).toEqual({ note: 'Tall' });

    const second = visitForm([], draft).form;
    second.open({ name: 'Kai Tan', note: '' });
    expect(second.$values.get()).toEqual({ name: 'Kai Tan', note: 'Tall' });
    expect(second.$isRestored.get()).toBe(true);
    second.saved({ name: 'Kai Tan', note: 'Tall' });
    expect(restored).toEqual({});
    expect(second.$isRestored.get()).toBe(false);
  });

  it('a draft of fields that were not sent stays', () => {
    const { form } = visitForm();
    form.change({ name: 'Kai', note: 'Tall' });
    form.saved({ name: 'Kai', note: '' }, ['name']);
    expect(form.$typed.get()).toEqual({ note: 'Tall' });
  });
});

describe('a form that is not sent as one request', () => {
  const notes = (write = vi.fn()) =>
    createFormState({
      empty,
      draft: { write },
      read: ({ name }) => ({
        faults: name === '' ? { name: { kind: 'missing' } } : {},
        body: name === '' ? null : { name },
      }),
    });

  it('shows the errors of its checks, or returns the request', async () => {
    const form = notes();
    expect((await form.check()).body).toBeNull();
    expect(form.$faults.get()).toEqual({ name: { kind: 'missing' } });
    expect(form.$failedSubmits.get()).toBe(1);
    form.fill({ name: 'Kai' });
    expect(form.$faults.get()).toHaveProperty('name');
    expect((await form.check()).body).toEqual({ name: 'Kai' });
    expect(form.$faults.get()).toEqual({});
    expect(form.$failedSubmits.get()).toBe(1);
  });

  it('saves as a draft what somebody typed, once', () => {
    const write = vi.fn();
    const form = notes(write);
    form.fill({ name: 'Kai' });
    form.flush();
    expect(write).not.toHaveBeenCalled();
    form.change({ note: 'Tall' });
    form.flush();
    form.flush();
    expect(write).toHaveBeenCalledExactlyOnceWith({ name: 'Kai', note: 'Tall' });
  });
});

describe('checks that load late', () => {
  const checks = Promise.withResolvers<{ faults: Faults; body: Visit | null }>();
  const lateForm = (read: () => Promise<{ faults: Faults; body: Visit | null }>) => {
    const send = vi.fn((_body: Visit): Promise<Answer> => Promise.resolve({ ok: true, value: 'id' }));
    const onRefused = (): Message => ({ tone: 'bad', text: 'Refused.' });
    return { form: createFormStore({ empty, read, send, onSent: () => saved, onRefused }), send };
  };

  it('send once, however often somebody presses while they load', async () => {
    const { form, send } = lateForm(() => checks.promise);
    form.change({ name: 'Kai' });
    const presses = [form.submit(), form.submit()];
    expect(send).not.toHaveBeenCalled();
    checks.resolve(checkedBy(Visit, { faults: {}, body: { name: 'Kai' } }));
    await Promise.all(presses);
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Kai' }, { name: 'Kai', note: '' });
    expect(form.$outcome.get()).toEqual(saved);
  });

  it('find what the contract refuses', async () => {
    const { form, send } = lateForm(() =>
      Promise.resolve(checkedBy(Visit, { faults: {}, body: { name: '' } })),
    );
    await form.submit();
    expect(form.$faults.get()).toEqual({ name: { kind: 'missing' } });
    expect(send).not.toHaveBeenCalled();
  });

  it('reject the click if they cannot be loaded, and a later click tries again', async () => {
    const read = vi.fn(() => Promise.resolve({ faults: {}, body: { name: 'Kai' } }));
    read.mockRejectedValueOnce(new Error('offline'));
    const { form, send } = lateForm(read);
    await expect(form.submit()).rejects.toThrow('offline');
    expect(form.$busy.get()).toBe(false);
    await form.submit();
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('the contract', () => {
  it('provides the maximal length of a text, and the fields', () => {
    expect(maxLengthAt(Visit, 'name')).toBe(10);
    expect(maxLengthAt(Visit, 'note')).toBe(20);
    expect(maxLengthAt(Visit, 'people[0].phone')).toBeUndefined();
    expect(hasField(Visit, 'people[0].phone')).toBe(true);
    expect(hasField(Visit, 'age')).toBe(false);
    expect(fieldsOf(Visit)('note', 'area', { label: 'Note' }, { required: true })).toEqual({
      path: 'note',
      kind: 'area',
      label: 'Note',
      maxLength: 20,
      required: true,
    });
  });

  it('locates an error in a list', () => {
    const body = { name: 'Kai', people: [{ phone: '+65' }, { phone: 'none' }] };
    expect(schemaFaults(Visit, body, (path) => path)).toEqual({
      'people[1].phone': { kind: 'not_accepted' },
    });
  });
});
