import { unavailableCodes } from '../problem.ts';
import type { Problem } from './sale.ts';

const final: readonly Problem[] = [...unavailableCodes, 'waitlist_entry_not_found', 'waitlist_offer_over'];

export const canRetry = (code: Problem) => !final.includes(code);
