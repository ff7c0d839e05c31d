import * as v from 'valibot';
import { invalid, type StripeFailure } from './errors.ts';
import { paramName, type FormObject } from './form.ts';

/** A rule's message is `code: sentence`. A sentence alone has no code. */
const rule = (code: string, sentence: string) => `${code}: ${sentence}`;

export const text = (max = 5000) =>
  v.pipe(
    v.string(),
    v.minLength(
      1,
      rule(
        'parameter_invalid_empty',
        'You passed an empty string. We assume empty values are an attempt to unset a parameter; this parameter cannot be unset.',
      ),
    ),
    v.maxLength(max, (issue) => `Invalid string: must be at most ${issue.requirement} characters`),
  );

export const integer = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,15}$/, (issue) => rule('parameter_invalid_integer', `Invalid integer: ${issue.input}`)),
  v.transform(Number),
);

export const positive = v.pipe(
  integer,
  v.minValue(1, rule('parameter_invalid_integer', 'Invalid value: must be greater than or equal to 1')),
);

export const url = v.pipe(text(), v.url(rule('url_invalid', 'Not a valid URL')));

export const email = v.pipe(
  text(512),
  // Stripe accepts an apostrophe and the other characters of RFC 5322, unlike valibot's `email`.
  v.rfcEmail((issue) => rule('email_invalid', `Invalid email address: ${issue.input}`)),
);

export const metadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.maxLength(40, 'Metadata keys can have up to 40 characters')),
    v.pipe(v.string(), v.maxLength(500, 'Metadata values can have up to 500 characters')),
  ),
  v.maxEntries(50, 'Metadata can have up to 50 keys'),
);

export const expand = v.exactOptional(v.array(v.string()), []);

export const page = {
  limit: v.exactOptional(
    v.pipe(
      integer,
      v.minValue(1, 'This value must be greater than or equal to 1.'),
      v.maxValue(100, 'This value must be less than or equal to 100.'),
    ),
    '10',
  ),
  starting_after: v.exactOptional(text()),
  ending_before: v.exactOptional(text()),
};

/** Filters a list by creation time: at this second or later. */
export const created = v.exactOptional(v.strictObject({ gte: integer }));

const optionalInteger = v.exactOptional(integer);
export const range = v.exactOptional(
  v.union([
    integer,
    v.strictObject({ gt: optionalInteger, gte: optionalInteger, lt: optionalInteger, lte: optionalInteger }),
  ]),
);
export function isWithin(moment: number, bounds: v.InferOutput<typeof range> | undefined): boolean {
  if (bounds === undefined || typeof bounds === 'number') return bounds === undefined || moment === bounds;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = bounds;
  return moment > gt && moment >= gte && moment < lt && moment <= lte;
}

export const flag = v.pipe(
  v.picklist(['true', 'false'], (issue) => `Invalid boolean: ${issue.received}`),
  v.transform((value) => value === 'true'),
);

export function parseParams<S extends v.GenericSchema>(schema: S, form: FormObject): v.InferOutput<S> {
  const result = v.safeParse(schema, form, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return result.output;
  throw inStripesMessage(result.issues[0]);
}

function inStripesMessage(issue: v.BaseIssue<unknown>): StripeFailure {
  const param = paramName((issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key))));
  if (issue.kind === 'schema') {
    if (issue.expected === 'never') {
      return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
    if (issue.received === 'undefined') {
      return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    }
  }
  const [, code, sentence] = /^([a-z_]+): (.*)$/.exec(issue.message) ?? [];
  if (code === undefined || sentence === undefined) return invalid(issue.message, { param });
  return invalid(sentence, { code, param });
}
