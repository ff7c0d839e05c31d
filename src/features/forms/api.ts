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

/** `submit_form_response`: the token reads and changes the answer later. */
export const submitResponse = (subject: Subject, body: ResponseBody) =>
  callRpc('submit_form_response', { p_response: { ...subject, ...body } }, Token);

/** `save_form_draft`: saves the values so far; returns their token, which may be new. */
export const saveDraft = (subject: Subject, values: Values) =>
  callRpc('save_form_draft', { p_draft: { ...subject, body: { values } } }, Token);

/** The same when the page is left: the request outlives the page, and its answer is not read. */
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

/** `load_form_draft`: null for an unknown token. */
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

/** `get_party`: the invitation of a code, null for an unknown one. */
export const getParty = (code: string) => callRpc('get_party', { p_code: code }, Party);

const Received = v.object({ received: v.boolean() });

export const sendEnquiry = (enquiry: Enquiry) =>
  callRpc('enquire_birthday', { p_enquiry: enquiry }, Received);

/** `enquire_from_page`: staff answer it as a lead. */
export const sendLead = (lead: Lead) => callRpc('enquire_from_page', { p_enquiry: lead }, Received);
