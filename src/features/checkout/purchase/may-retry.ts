import { goneCodes } from '../problem.ts';
import type { Problem } from './sale.ts';

const final: readonly Problem[] = [...goneCodes, 'waitlist_entry_not_found', 'waitlist_offer_over'];

export const mayRetry = (code: Problem) => !final.includes(code);
