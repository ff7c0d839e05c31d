import { createElement } from 'react';
import * as v from 'valibot';
import { brand } from '../../contract/brand.ts';
import { concernCodes } from '../../contract/roster.ts';
import { AskDetails } from './AskDetails.tsx';
import type { Template } from './content.ts';
import { FirstAidGiven } from './FirstAidGiven.tsx';
import { GrowthReport } from './GrowthReport.tsx';
import { plainName } from './greeting.ts';
import { HandOver } from './HandOver.tsx';
import { linkOf } from './order.ts';
import { say } from './say.ts';

const placeFields = {
  day: v.pipe(v.string(), v.isoDate()),
  title: v.string(),
  location: v.string(),
};
const childFields = { parent_name: v.nullable(v.string()), child_name: v.string(), ...placeFields };
const ReleasedReport = v.object({
  report_id: v.pipe(v.string(), v.uuid()),
  parent_name: v.nullable(v.string()),
  child_name: v.string(),
  title: v.string(),
  location: v.string(),
  first_day: v.pipe(v.string(), v.isoDate()),
  last_day: v.pipe(v.string(), v.isoDate()),
});
export type ReleasedReport = v.InferOutput<typeof ReleasedReport>;
const GivenAid = v.object({ ...childFields, parent_informed: v.boolean() });
const ChildHandOver = v.object({
  ...childFields,
  /** `taken_back` means that the entry of an earlier mail was a mistake. */
  kind: v.picklist(['other_person', 'alone', 'blocked_person', 'not_handed_over', 'taken_back']),
  at: v.string(),
  person: v.nullable(v.string()),
  id_checked: v.boolean(),
  parent_called: v.boolean(),
  concerns: v.array(v.picklist(concernCodes)),
  reason: v.nullable(v.string()),
  staff: v.nullable(v.string()),
});
/**
 * A request for details. It names a place. If the office asks from the page of the family, it says instead what is
 * missing.
 */
const DetailsRequested = v.object({
  child_name: v.string(),
  ...v.partial(v.object(placeFields)).entries,
  missing: v.optional(v.array(v.picklist(['health', 'emergency_contact']))),
  parent_name: v.optional(v.nullable(v.string()), null),
  manage_token: v.optional(v.string()),
});
export type DetailsRequested = v.InferOutput<typeof DetailsRequested>;
export type GivenAid = v.InferOutput<typeof GivenAid>;
export type ChildHandOver = v.InferOutput<typeof ChildHandOver>;

const subjects: Record<ChildHandOver['kind'], (child: string) => string> = {
  other_person: (child) => say`${child} was collected by somebody who is not on your list`,
  alone: (child) => say`${child} went home alone`,
  blocked_person: (child) => say`Please call us now about who collected ${child}`,
  not_handed_over: (child) => say`${child} is still with us`,
  taken_back: (child) => say`Correction: our e-mail about who collected ${child}`,
};

export const gateTemplates: Record<string, Template> = {
  hand_over: (payload, siteUrl) => {
    const handOver = v.parse(ChildHandOver, payload);
    const child = plainName(handOver.child_name) ?? say`your child`;
    return {
      subject: `${brand.name}: ${subjects[handOver.kind](child)}`,
      body: createElement(HandOver, { handOver, child, url: `${siteUrl}/family-base/parents` }),
    };
  },
  details_requested: (payload, siteUrl) => {
    const details = v.parse(DetailsRequested, payload);
    const child = plainName(details.child_name) ?? say`your child`;
    return {
      subject: say`${brand.name}: what should we know about ${child}?`,
      body: createElement(AskDetails, {
        details,
        child,
        url: linkOf(details, siteUrl) ?? `${siteUrl}/family-base`,
      }),
    };
  },
  growth_report: (payload, siteUrl) => {
    const report = v.parse(ReleasedReport, payload);
    const child = plainName(report.child_name) ?? say`your child`;
    return {
      subject: say`${brand.name}: ${child}’s growth report is here`,
      body: createElement(GrowthReport, {
        report,
        child,
        url: `${siteUrl}/family-base/growth?report=${report.report_id}`,
      }),
    };
  },
  first_aid: (payload, siteUrl) => {
    const aid = v.parse(GivenAid, payload);
    const child = plainName(aid.child_name) ?? say`your child`;
    return {
      subject: say`${brand.name}: please read about ${child}’s day`,
      body: createElement(FirstAidGiven, { aid, child, url: `${siteUrl}/family-base#first-aid` }),
    };
  },
};
