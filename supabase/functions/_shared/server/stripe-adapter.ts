import { env } from './adapters.ts';
import { createPayments } from './payments.ts';

export const stripe = createPayments(env);
