import { createElement } from 'react';
import * as v from 'valibot';
import { CampDayChanged, CampDayPayload, campDaySubject } from './CampDayChanged.tsx';
import { changedFile } from './calendar.ts';
import type { Template } from './content.ts';
import { ChangedPlace, changedTitle } from './place-change.ts';
import { childrenOf, PlaceChanged } from './PlaceChanged.tsx';
import { say } from './say.ts';

const nouns = { place: 'place', hours: 'time', coach: 'coach' } as const;

export const placeTemplates: Record<string, Template> = {
  place_changed: (payload, siteUrl) => {
    const change = v.parse(ChangedPlace, payload);
    const calendar = changedFile(change, siteUrl);
    const what = change.changed.map((part) => nouns[part]).join(' and ');
    const who = childrenOf(change);
    return {
      subject: say`New ${what}: ${changedTitle(change)}${who === null ? '' : ` (${who})`}`,
      body: createElement(PlaceChanged, { change, siteUrl, hasFile: calendar !== null }),
      calendar,
    };
  },
  camp_day_changed: (payload, siteUrl) => {
    const change = v.parse(CampDayPayload, payload);
    return {
      subject: campDaySubject(change),
      body: createElement(CampDayChanged, { payload: change, siteUrl }),
    };
  },
};
