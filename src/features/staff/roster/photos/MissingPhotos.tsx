import type { CampPhotoCount } from '#contract/camp-photos.ts';
import { WithNames } from '#ui/WithNames.tsx';
import type { RosterEntry } from '../model.ts';
import { photoMessages } from './messages.ts';

/** The coaches of a camp see who is in no photo yet, and others only how many. */
export function MissingPhotos({ count, place }: { count: CampPhotoCount; place: RosterEntry }) {
  const names = place.children
    .filter(({ child_id }) => count.without_photo.includes(child_id))
    .map(({ name }) => name);
  const texts = [
    ...(names.length === 0
      ? []
      : [place.mine ? photoMessages.without(names.join(', ')) : photoMessages.withoutCount(names.length)]),
    ...(count.without_consent === 0 ? [] : [photoMessages.noConsent(count.without_consent)]),
  ];
  if (texts.length === 0) return null;
  return (
    <p className="quiet missing-photos">
      {texts.map((text) => (
        <span key={text}>
          <WithNames text={text} names={names} />
        </span>
      ))}
    </p>
  );
}
