import { useStore } from '@nanostores/react';
import type { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { longPlaceText } from '#contract/place-names.ts';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import type { ItemDetailsStore } from '../item/detail.ts';
import { removeMessages as words } from './messages.ts';

interface Props {
  detail: ItemDetailsStore;
  details: ScheduleItemDetails;
}

/** Removes a camp, if nothing refers to it. Otherwise the text says what refers to it. */
export function RemoveCamp({ detail, details: { place, uses } }: Props) {
  const busy = useStore(detail.$busy);
  const { camp } = place;
  // A camp with families must be cancelled, so the button for removing it does not appear.
  if (camp === null || place.taken + place.waiting > 0) return null;
  if (uses.length > 0) return <p className="quiet">{words.inUse(uses)}</p>;
  return (
    <ConfirmButton
      name={words.name}
      question={words.question}
      about={longPlaceText({ session: null, camp: { ...camp, location_name: place.location } })}
      means={words.means}
      yes={words.yes}
      no={words.no}
      busy={busy}
      harm
      onYes={() => void detail.remove(camp)}
    />
  );
}
