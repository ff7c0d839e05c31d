import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createAction, type Message } from './action.ts';

/** Creates an action that belongs to one component only. */
export function useAction<Outcome extends object = Message, Name extends string = string>() {
  const [{ $busy, $running, $outcome, run }] = useState(() => createAction<Outcome, Name>());
  return { busy: useStore($busy), running: useStore($running), outcome: useStore($outcome), run };
}
