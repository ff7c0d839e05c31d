import { CloseDeskDay, type DeskClose, type DeskDay } from '#contract/desk-closes.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { createForm } from '#ui/kit/form/form.ts';
import type { Values } from '#ui/kit/form/field.ts';
import * as api from './api.ts';
import { dayMessages, refusals } from './messages.ts';
import { readClose, valuesOf } from './model.ts';

export type DayView = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; day: DeskDay };

const emptyValues: Values = {};

interface Outcome {
  tone: 'calm' | 'bad';
  text: string;
}

/** The store reads the caller's own day at the desk and closes it. */
export function createDeskDay() {
  const $view = atom<DayView>({ state: 'loading' });
  let key = crypto.randomUUID();

  const form = createForm(CloseDeskDay, {
    empty: emptyValues,
    read(values) {
      const view = $view.get();
      return view.state === 'ready' ? readClose(values, view.day, key) : { faults: {}, body: null };
    },
    send: api.closeDay,
    async onSent(close: DeskClose): Promise<Outcome> {
      key = crypto.randomUUID();
      await load(close.day);
      return { tone: 'calm', text: dayMessages.closed };
    },
    async onRefused({ code }): Promise<Outcome> {
      const view = $view.get();
      // The expected amounts have changed. What the seller counted stays in the form.
      if (code === 'changed_meanwhile' && view.state === 'ready') await load(view.day.day, true);
      return { tone: 'bad', text: await errorText(code, refusals) };
    },
  });

  async function load(day: string | null, isKept = false): Promise<void> {
    const answer = await api.fetchDay(day);
    if (!answer.ok) {
      $view.set({ state: 'failed' });
      return;
    }
    $view.set({ state: 'ready', day: answer.value });
    if (!isKept) form.saved(valuesOf(answer.value));
  }
  function open(day: string | null): void {
    $view.set({ state: 'loading' });
    form.clearErrors();
    void load(day);
  }
  return { $view, form, open };
}
export type DeskDayStore = ReturnType<typeof createDeskDay>;
