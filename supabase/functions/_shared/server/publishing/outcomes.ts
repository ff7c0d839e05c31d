import * as v from 'valibot';
import { withProduct } from '../../contract/brand.ts';
import { withoutMarks } from '../../contract/lines.ts';
import { moment } from './fields.ts';

export interface OffSale {
  id: string;
  revision: string;
  title: string;
  updated_at: string;
}

export interface RefusedOffer extends OffSale {
  problem: string;
}

const Named = v.object({
  _id: v.fallback(v.string(), '?'),
  _rev: v.fallback(v.string(), ''),
  _updatedAt: v.fallback(moment, ''),
  name: v.fallback(v.string(), ''),
});

export function outcomeOf(document: unknown): OffSale {
  const { _id: id, _rev: revision, name, _updatedAt: updated_at } = v.parse(Named, document);
  return { id, revision, title: withProduct(withoutMarks(name)), updated_at };
}
