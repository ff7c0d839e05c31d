import { applyPageState } from '#features/navigation/theme/apply-theme.ts';
import { recordErrors } from '#features/watch/record-errors.ts';
import { turnOffLazyLayout } from '#ui/sections/turn-off-lazy-layout.ts';

const { theme = '', announcement = '' } = document.currentScript?.dataset ?? {};

// This inline script in the head of every page runs before the first paint.
recordErrors();
applyPageState(theme, announcement);
turnOffLazyLayout();
