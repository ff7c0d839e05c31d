import * as timing from '#config/timing.ts';
import { whenVisible } from '../when-visible.ts';

// The code that saves a choice is loaded when the form comes near the screen.
const form = document.querySelector<HTMLFormElement>('form[data-consent]');
if (form)
  whenVisible(
    form,
    () => void import('./consent.ts').then((file) => file.showChoices(form)).catch(() => undefined),
    { nearPx: timing.NEAR_VIEW_PX },
  );
