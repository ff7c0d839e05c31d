import * as timing from '#config/timing.ts';
import { whenSeen } from '../when-seen.ts';

// The code that saves a choice is loaded when the choices come near the screen.
const form = document.querySelector<HTMLFormElement>('form[data-consent]');
if (form)
  whenSeen(
    form,
    () => void import('./consent.ts').then((file) => file.showChoices(form)).catch(() => undefined),
    { nearPx: timing.NEAR_VIEW_PX },
  );
