import * as timing from '#config/timing.ts';
import { whenSeen } from '../when-seen.ts';

// The choices of a privacy page; what keeps an answer is fetched when they come near.
const form = document.querySelector<HTMLFormElement>('form[data-consent]');
if (form)
  whenSeen(
    form,
    () => void import('./consent.ts').then((file) => file.showChoices(form)).catch(() => undefined),
    { nearPx: timing.NEAR_VIEW_PX },
  );
