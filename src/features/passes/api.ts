import { Eligibility } from '#contract/passes.ts';
import * as v from 'valibot';
import * as timing from '#config/timing.ts';
import type { readConversion } from '#api/purchase-conversion.ts';
import { fromFunction } from '#api/errors.ts';
import { call } from '#api/http.ts';
import type { Parent } from '#api/own-family.ts';

export interface PassRequest {
  passType: string;
  childId: string;
}

export const validateEligibility = ({ passType, childId }: PassRequest, { email, token }: Parent) =>
  call({
    path: '/functions/v1/validate-pass-eligibility',
    body: { userEmail: email, passType, isAuthenticated: true, childId },
    schema: Eligibility,
    readError: fromFunction,
    token,
  });

/** The answer. If it has no URL, that is a separate error in the specification (spec 2 §8). */
const Created = v.object({ url: v.nullish(v.string()) });

type Agreed = Awaited<ReturnType<typeof readConversion>>;

export const createCheckout = (request: PassRequest, conversion: Agreed, { token }: Parent) =>
  call({
    path: '/functions/v1/create-pass-checkout',
    body: { ...request, ...conversion },
    schema: Created,
    readError: fromFunction,
    token,
    timeoutMs: timing.PAYMENT_TIMEOUT_MS,
  });
