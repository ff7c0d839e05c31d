import { describe, expect, test } from 'vitest';
import { isUploading, stepOf, takesClick, type Situation } from '#studio/publishing/step.ts';

const saved: Situation = {
  wanted: { revision: 'before', tries: 0 },
  published: 'before',
  hasDraft: true,
  isSyncing: false,
  isUploading: false,
  isValidating: false,
  hasErrors: false,
  isBusy: false,
  jumps: [],
};
const retried = { revision: 'before', tries: 1 };
const requested = { revision: 'before', tries: 0, isConfirming: true };
const jump = [{ name: 'listed', from: 16_700, to: 1_670 }];

describe('a click on Publish', () => {
  test.each<[string, Partial<Situation>, ReturnType<typeof stepOf>]>([
    ['publishes once everything is saved', {}, 'press'],
    ['waits while the last field is saved', { isSyncing: true }, 'wait'],
    ['waits for the upload of a picture', { isUploading: true }, 'wait'],
    ['waits for the check of the draft', { isValidating: true, hasErrors: true }, 'wait'],
    ['waits while Studio publishes', { wanted: retried, isBusy: true }, 'wait'],
    ['is repeated if Studio has ignored it', { wanted: retried }, 'press'],
    ['is done once another version is published', { wanted: retried, published: 'after' }, 'done'],
    [
      'is done for a document that was never published, too',
      { wanted: { tries: 1, revision: undefined } },
      'done',
    ],
    ['ends if somebody has discarded the draft', { wanted: retried, hasDraft: false }, 'done'],
    ['ends with the errors', { hasErrors: true }, 'correct'],
    ['waits for the prices of the checkout', { jumps: null }, 'wait'],
    ['asks about a price that jumps', { jumps: jump }, 'ask'],
    ['asks once it is saved', { jumps: jump, isSyncing: true }, 'wait'],
    [
      'goes on asking while it is checked again',
      { wanted: requested, jumps: jump, isValidating: true },
      'ask',
    ],
    ['goes on asking while it is saved', { wanted: requested, jumps: jump, isSyncing: true }, 'ask'],
    ['stops asking if the draft has errors', { wanted: requested, jumps: jump, hasErrors: true }, 'correct'],
    ['publishes after a yes', { wanted: requested }, 'press'],
    ['is given up after eight tries', { wanted: { revision: 'before', tries: 8 } }, 'give up'],
  ])('%s', (_name, more, step) => {
    expect(stepOf({ ...saved, ...more })).toBe(step);
  });
});

describe('the Publish button, which Studio itself would disable,', () => {
  const now = {
    hasDraft: true,
    isSyncing: false,
    isValidating: false,
    hasErrors: false,
    areErrorsSure: false,
  };
  test.each<[string, Partial<typeof now>, boolean]>([
    ['is there while the last field is saved', { isSyncing: true }, true],
    ['is there while the draft is checked', { isValidating: true }, true],
    [
      'is there while the errors of the version before are shown',
      { isValidating: true, hasErrors: true },
      true,
    ],
    ['is there in the moment before the check begins', { hasErrors: true }, true],
    ['is hidden once errors have lasted', { hasErrors: true, areErrorsSure: true }, false],
    ['is not needed without a draft', { hasDraft: false, isSyncing: true }, false],
    ['is Studio’s own if nothing is in progress', {}, false],
  ])('%s', (_name, more, expected) => {
    expect(takesClick({ ...now, ...more })).toBe(expected);
  });
});

test.each([
  [{ picture: { _type: 'picture', image: { _upload: { progress: 40 } } } }, true],
  [{ pictures: [{ image: {} }, { image: { _upload: {} } }] }, true],
  [{ picture: { image: { asset: { _ref: 'image-1' } } } }, false],
  [null, false],
])('an upload in progress is recognised: %j', (document, uploading) => {
  expect(isUploading(document)).toBe(uploading);
});
