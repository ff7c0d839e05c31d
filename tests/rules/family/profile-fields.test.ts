import { expect, it } from 'vitest';
import { SaveChild, SaveProfile } from '#contract/family-people.ts';
import { stepFields as childFields } from '#features/family/child/steps.ts';
import { stepFields as parentFields } from '#features/family/parents/profile/steps.ts';
import { hasField } from '#ui/kit/form/schema.ts';

const pathsOf = (steps: Record<string, readonly { path: string }[]>) =>
  Object.values(steps).flatMap((fields) => fields.map(({ path }) => path));

it('each field of a profile is in the contract, except a WhatsApp number, which is sent as two', () => {
  expect(pathsOf(childFields).filter((path) => !hasField(SaveChild, path))).toEqual([]);
  expect(pathsOf(parentFields).filter((path) => !hasField(SaveProfile, path))).toEqual(['whatsapp']);
});

it('a text may be as long as the contract allows', () => {
  const maxLengths = Object.fromEntries(
    Object.values(childFields)
      .flat()
      .map(({ path, maxLength }) => [path, maxLength]),
  );
  expect(maxLengths).toMatchObject({
    name: 120,
    'behaviour.personality': 1000,
    'behaviour.behavioral_notes': 2000,
    // These limits are for one entry of a list, and for a phone number with spaces.
    'health.allergies': 500,
    'health.doctor_phone': 40,
  });
});
