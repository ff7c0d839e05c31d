import * as v from 'valibot';
import { callOnLeave } from '#api/call-on-leave.ts';
import { callRpc } from '#api/rpc.ts';
import type { Enquiry, Lead } from './enquiry.ts';
import type { Values } from './model.ts';
import { StoredResponse, type ResponseBody } from './response.ts';

export interface Subject {
  form_id: string;
  form_revision: string;
  party_code: string | null;
  token: string | null;
}

const Token = v.object({ token: v.pipe(v.string(), v.uuid()) });

/**
 * Sends an answer (`submit_form_response`). With the token that it returns, the answer can be read and changed later.
 */
export const submitResponse = (subject: Subject, body: ResponseBody) =>
  callRpc('submit_form_response', { p_response: { ...subject, ...body } }, Token);

/** Saves a draft (`save_form_draft`). Returns its token, which may be new. */
export const saveDraft = (subject: Subject, values: Values) =>
  callRpc('save_form_draft', { p_draft: { ...subject, body: { values } } }, Token);

/** Saves a draft when the visitor leaves the page. The request outlives the page, so nothing reads its answer. */
export function saveDraftLeaving(subject: Subject, values: Values): void {
  callOnLeave('save_form_draft', { p_draft: { ...subject, body: { values } } }).catch(() => undefined);
}

const Value = v.nullable(
  v.union([
    v.string(),
    v.boolean(),
    v.array(v.string()),
    v.array(
      v.object({
        name: v.string(),
        age: v.string(),
        kind: v.picklist(['child', 'adult']),
        allergies: v.string(),
      }),
    ),
  ]),
);
const Stored = v.nullable(
  v.variant('status', [
    v.object({
      status: v.literal('draft'),
      form_id: v.string(),
      body: v.object({ values: v.record(v.string(), Value) }),
    }),
    v.object({ status: v.literal('submitted'), form_id: v.string(), body: StoredResponse }),
  ]),
);

/** Reads a draft (`load_form_draft`). Returns null if the token is unknown. */
export const loadDraft = (token: string) => callRpc('load_form_draft', { p_token: token }, Stored);

const Party = v.nullable(
  v.object({
    title: v.string(),
    starts_at: v.string(),
    ends_at: v.string(),
    place: v.string(),
    form_id: v.nullable(v.string()),
    open: v.boolean(),
  }),
);
export type Party = NonNullable<v.InferOutput<typeof Party>>;

/** Reads the invitation of a code (`get_party`). Returns null if the code is unknown. */
export const getParty = (code: string) => callRpc('get_party', { p_code: code }, Party);

const Received = v.object({ received: v.boolean() });

export const sendEnquiry = (enquiry: Enquiry) =>
  callRpc('enquire_birthday', { p_enquiry: enquiry }, Received);

/** Sends an enquiry (`enquire_from_page`), which staff answer as a lead. */
export const sendLead = (lead: Lead) => callRpc('enquire_from_page', { p_enquiry: lead }, Received);
