import { createElement } from 'react';
import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { whoAndWhere } from '../../contract/place-names.ts';
import type { Template } from './content.ts';
import { FreeSpot } from './FreeSpot.tsx';
import { Names } from './order.ts';
import { say } from './say.ts';

const FreeSpotPayload = v.object({
  parent_name: v.nullable(v.string()),
  children: Names,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  is_removed: v.boolean(),
});
export type FreeSpotPayload = v.InferOutput<typeof FreeSpotPayload>;

export const freeSpotTemplates: Record<string, Template> = {
  free_spot: (payload) => {
    const spot = v.parse(FreeSpotPayload, payload);
    const name = whoAndWhere(spot.children, spot);
    return {
      subject: spot.is_removed ? say`Cancelled: ${name}` : say`Booked: ${name}`,
      body: createElement(FreeSpot, { spot }),
    };
  },
};
