import { Text } from '@react-email/components';
import { joinNames, placeMessage } from '../../contract/place-names.ts';
import { plainName } from './greeting.ts';
import { type LeftPlace, type MailOrder, staysMessage } from './order.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

export function LeftPlaces({ order, hasFile }: { order: Pick<MailOrder, 'left_places'>; hasFile: boolean }) {
  return order.left_places.map((left, index) => (
    <Text key={index} style={style.choice}>
      {leftMessage(left)}
      {left.keeps_appointment || !hasFile
        ? ''
        : say` If it is in your calendar, open the attached file to remove it.`}
    </Text>
  ));
}

export const noLongerBooked = (name: string, place: Parameters<typeof placeMessage>[0]): string =>
  say`${name} is no longer booked on ${placeMessage(place)}.`;

function leftMessage({ child_name, stays, ...place }: LeftPlace): string {
  const name = plainName(child_name) ?? say`Your child`;
  const left = noLongerBooked(name, place);
  return stays.length === 0
    ? left
    : say`${left} ${joinNames(stays)} ${stays.length === 1 ? 'stays' : 'stay'} on it.`;
}

export function Stays({ order }: { order: Pick<MailOrder, 'left_places'> }) {
  return staysMessage(order).map((words) => (
    <Text key={words} className="lead" style={{ ...style.lead, marginTop: 16 }}>
      {words}
    </Text>
  ));
}
