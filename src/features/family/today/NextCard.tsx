import { rideMessage } from '#contract/camp-day.ts';
import { Icon } from '#ui/Icon.tsx';
import { bag, calendar, kids, pin } from '#ui/icons.ts';
import { type FamilyView, isAwaited } from '#api/family.ts';
import { type Content, mapOf } from './content.ts';
import {
  bringMessage,
  hoursMessage,
  nextLabels,
  pickupLoading,
  pickupMessage,
  pickupUnsaid,
} from './messages.ts';
import { type NextAppointment, findPickup } from './model.ts';

interface Props {
  next: NextAppointment;
  view: Extract<FamilyView, { state: 'ready' }>;
  content: Content;
}

function collectors(view: Props['view'], next: NextAppointment): string {
  if (isAwaited(view, [])) return pickupLoading;
  return view.isSaved ? pickupUnsaid : pickupMessage(findPickup(view.family.children, next));
}

export function NextCard({ next, view, content }: Props) {
  const { first, travel } = next;
  const map = mapOf(content, first);
  const bringItems = first.kind === 'camp' ? content.bring.camps : content.bring.classes;
  return (
    <dl className="next-card" aria-label={nextLabels.heading}>
      <div>
        <Icon path={calendar} />
        <dt>{nextLabels.when}</dt>
        <dd>{hoursMessage(first)}</dd>
      </div>
      <div>
        <Icon path={pin} />
        <dt>{nextLabels.where}</dt>
        <dd>
          {first.title}, {first.place}
          {map && travel.comes && (
            <>
              {' '}
              <a href={map} target="_blank" rel="noopener" aria-label={`${nextLabels.map}: ${first.place}`}>
                {nextLabels.map}
              </a>
            </>
          )}
          {travel.rides && <p className="quiet">{rideMessage(travel)}</p>}
        </dd>
      </div>
      {bringItems.length > 0 && (
        <div>
          <Icon path={bag} />
          <dt>{nextLabels.bring}</dt>
          <dd>{bringMessage(bringItems)}</dd>
        </div>
      )}
      <div>
        <Icon path={kids} />
        <dt>{nextLabels.pickup}</dt>
        <dd>{collectors(view, next)}</dd>
      </div>
    </dl>
  );
}
