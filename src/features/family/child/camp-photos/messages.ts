import type { FamilyCampPhoto } from '#contract/camp-photos.ts';
import { formatDay } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate } from '#domain/dates.ts';
import { offline } from '#domain/offline-messages.ts';

export const campPhotoMessages = {
  title: 'Photos from camp',
  lead: 'Only families whose child is in a photo can see it.',
  loading: 'Loading the photos…',
  failed: 'The photos did not load. Please try again.',
  offline: 'The photos will load when you are online.',
  none: (name: string) =>
    `No photos yet. After a camp day, the coaches’ photos of ${name} appear here in the evening, for 30 days.`,
  noConsent:
    'You have not allowed photos, so our coaches keep none. You can change this under “Your consent”.',
  staleConsent:
    'Please confirm your answer about photos under “Your consent”. Our coaches keep photos only if you have agreed to the current text.',
  day: ({ camp, day }: FamilyCampPhoto) => `${camp}, ${formatDate(day)}`,
  count: (count: number) => plural(count, 'photo'),
  gone: (day: string) => `Will be deleted on ${formatDay(day)}`,
  alt: (name: string, { camp, day }: FamilyCampPhoto, index: number) =>
    `${name} at ${camp}, ${formatDate(day)}, photo ${index}`,
  open: (index: number) => `Open photo ${index}`,
  takenBy: (name: string) => `Photo by ${name}`,
  close: 'Close',
  previous: 'Previous photo',
  next: 'Next photo',
  download: 'Download',
  downloadFailed: 'The download failed. Please try again.',
  removing: {
    name: 'Delete',
    question: 'Delete this photo?',
    means: 'You will no longer see it. If other children are in it, their families still can.',
    yes: 'Yes, delete it',
    no: 'Keep it',
  },
  reporting: {
    name: 'Report',
    question: 'Report this photo?',
    means:
      'We delete it for every family at once and ask the coach what happened. Use this if it shows something that it should not.',
    yes: 'Yes, report it',
    no: 'Keep it',
  },
  removed: 'Photo deleted.',
  reported: 'Photo deleted for everybody. We will ask the coach about it.',
  refused: {
    offline: `${offline} The photo was not deleted.`,
    unexpected: 'The photo was not deleted. Please try again.',
  } satisfies OwnMessages,
} as const;
