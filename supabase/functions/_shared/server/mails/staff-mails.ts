import { createElement } from 'react';
import * as v from 'valibot';
import { brand } from '../../contract/brand.ts';
import { staffInvitationPath } from '../../contract/staff-invitations.ts';
import { staffRoles } from '../../contract/staff-roles.ts';
import type { Template } from './content.ts';
import { alertMessages } from './alert-messages.ts';
import { AlertNotice } from './AlertNotice.tsx';
import { CoachPlan } from './CoachPlan.tsx';
import { CoachPlan as CoachPlanPayload, subjectOf } from './coach-plan.ts';
import { OffersNotice } from './OffersNotice.tsx';
import { SecondFactorRemoved } from './SecondFactorRemoved.tsx';
import { StaffInvitation } from './StaffInvitation.tsx';
import { noticeMessages } from './staff-notice-messages.ts';
import { StaffNotice } from './StaffNotice.tsx';
import { Week, weekMessages } from './week-messages.ts';
import { WeeklySummary } from './WeeklySummary.tsx';

const OffersPayload = v.object({
  what: v.picklist(['missing', 'removed', 'price_jump', 'price_floor']),
  offers: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      from_cents: v.optional(v.number()),
      to_cents: v.optional(v.number()),
    }),
  ),
});
export type OffersPayload = v.InferOutput<typeof OffersPayload>;

const Alert = v.object({
  kind: v.picklist([
    'bookings_failing',
    'outbox_late',
    'webhook_late',
    'holds_late',
    'books_discrepancies',
    'build_failed',
    'chores_late',
    'mails_returned',
    'blank_screens',
    'content_refused',
  ]),
  value: v.number(),
  threshold: v.number(),
  details: v.record(v.string(), v.unknown()),
  began_at: v.string(),
  ended_at: v.nullable(v.string()),
});
export type Alert = v.InferOutput<typeof Alert>;

const Notice = v.object({
  topic: v.picklist(['decisions', 'disputes', 'first_aid', 'bounced_mails', 'waitlists', 'coach_absences']),
});
export type StaffTopic = v.InferOutput<typeof Notice>['topic'];

const InvitedStaff = v.object({
  token: v.string(),
  name: v.string(),
  from_name: v.nullable(v.string()),
  role: v.picklist(staffRoles),
  expires_at: v.string(),
});
export type InvitedStaff = v.InferOutput<typeof InvitedStaff>;

const RemovedFactor = v.object({
  name: v.nullable(v.string()),
  by: v.nullable(v.string()),
  at: v.string(),
});
export type RemovedFactor = v.InferOutput<typeof RemovedFactor>;

const subjects: Record<OffersPayload['what'], string> = {
  missing: 'Nothing was published: items on sale were missing',
  removed: 'Off sale',
  price_jump: 'A price is waiting for your confirmation',
  price_floor: 'A low price is waiting for two approvals',
};

/**
 * These mails are queued by offers_guarded.sql, operations/alerts.sql, operations/weekly_summary.sql,
 * mails/staff_notices.sql and mails/coach_plan_mails.sql.
 */
export const staffTemplates: Record<string, Template> = {
  staff_invitation: (payload, siteUrl) => {
    const invited = v.parse(InvitedStaff, payload);
    return {
      subject: `You are invited to the team of ${brand.name}`,
      body: createElement(StaffInvitation, { invited, url: siteUrl + staffInvitationPath(invited.token) }),
    };
  },
  second_factor_removed: (payload, siteUrl) => ({
    subject: 'Your two-step sign-in was removed',
    body: createElement(SecondFactorRemoved, {
      removed: v.parse(RemovedFactor, payload),
      url: `${siteUrl}/auth?account=1`,
    }),
  }),
  coach_plan: (payload, siteUrl) => {
    const plan = v.parse(CoachPlanPayload, payload);
    return { subject: subjectOf(plan), body: createElement(CoachPlan, { plan, siteUrl }) };
  },
  offers_notice: (payload) => {
    const notice = v.parse(OffersPayload, payload);
    const [first] = notice.offers;
    const offerTitle = notice.what === 'missing' || !first ? '' : `: ${first.title}`;
    return {
      subject: `${subjects[notice.what]}${offerTitle}`,
      body: createElement(OffersNotice, { notice }),
    };
  },
  alert_began: (payload) => {
    const alert = v.parse(Alert, payload);
    const subject = `Alert: ${alertMessages[alert.kind].heading}`;
    return { subject, body: createElement(AlertNotice, { alert, isOver: false }) };
  },
  alert_ended: (payload) => {
    const alert = v.parse(Alert, payload);
    const subject = `Resolved: ${alertMessages[alert.kind].over}`;
    return { subject, body: createElement(AlertNotice, { alert, isOver: true }) };
  },
  weekly_summary: (payload, siteUrl) => {
    const week = v.parse(Week, payload);
    return { subject: weekMessages.subject(week), body: createElement(WeeklySummary, { week, siteUrl }) };
  },
  staff_notice: (payload, siteUrl) => {
    const { topic } = v.parse(Notice, payload);
    return { subject: noticeMessages[topic].subject, body: createElement(StaffNotice, { topic, siteUrl }) };
  },
};
