import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalCalendarData,
  type ICalEventData,
} from 'ical-generator';
import { REMINDERS_SECONDS } from '../contract/appointments.ts';
import { brand } from '../contract/brand.ts';

export function calendarOf(product: string, events: ICalEventData[], more: ICalCalendarData = {}): string {
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product, language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ...more,
  });
  for (const event of events) calendar.createEvent(event);
  return calendar.toString();
}

export const withReminders = (event: ICalEventData & { summary: string }): ICalEventData => ({
  ...event,
  alarms: REMINDERS_SECONDS.map((triggerBefore) => ({
    type: ICalAlarmType.display,
    triggerBefore,
    description: event.summary,
  })),
});
