import { describe, expect, test } from 'vitest';
import { isUploading, stepOf, type Situation } from '../../../studio/publishing/step.ts';

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
const again = { revision: 'before', tries: 1 };

describe('a click on Publish', () => {
  test.each<[string, Partial<Situation>, ReturnType<typeof stepOf>]>([
    ['goes out once everything is saved', {}, 'press'],
    ['waits while the last field is on its way', { isSyncing: true }, 'wait'],
    ['waits for a picture', { isUploading: true }, 'wait'],
    ['waits for the check of what was written', { isValidating: true, hasErrors: true }, 'wait'],
    ['waits while Studio is at it', { wanted: again, isBusy: true }, 'wait'],
    ['goes out again when Studio has dropped it', { wanted: again }, 'press'],
    ['has happened once another version is published', { wanted: again, published: 'after' }, 'done'],
    ['of a document that was never published too', { wanted: { tries: 1, revision: undefined } }, 'done'],
    ['ends when somebody has discarded the draft', { wanted: again, hasDraft: false }, 'done'],
    ['ends with what is wrong', { hasErrors: true }, 'correct'],
    ['waits for what the till says', { jumps: null }, 'wait'],
    ['asks about a price that jumps', { jumps: [{ name: 'listed', from: 16_700, to: 1_670 }] }, 'ask'],
    ['does not go on for ever', { wanted: { revision: 'before', tries: 8 } }, 'give up'],
  ])('%s', (_name, more, step) => {
    expect(stepOf({ ...saved, ...more })).toBe(step);
  });
});

test.each([
  [{ picture: { _type: 'picture', image: { _upload: { progress: 40 } } } }, true],
  [{ pictures: [{ image: {} }, { image: { _upload: {} } }] }, true],
  [{ picture: { image: { asset: { _ref: 'image-1' } } } }, false],
  [null, false],
])('a picture on its way is seen: %j', (document, uploading) => {
  expect(isUploading(document)).toBe(uploading);
});
