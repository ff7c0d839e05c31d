/** Lints of the database's catalogue: tables, functions, policies and indexes that break our rules. */
/** A condition for objects of this project, without those of extensions. */
export const isOurObject = `n.nspname in ('public', 'private')
  and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;

/** Each lint is a query for objects that must not exist. */
export const lints: [rule: string, query: string][] = [
  [
    'a table without row level security',
    `select o.relname from pg_class o join pg_namespace n on n.oid = o.relnamespace
     where ${isOurObject} and o.relkind in ('r', 'p') and not o.relrowsecurity`,
  ],
  [
    'a table in private, which row level security would not be asked for',
    `select o.relname from pg_class o join pg_namespace n on n.oid = o.relnamespace
     where n.nspname = 'private' and o.relkind in ('r', 'p', 'v', 'm')`,
  ],
  [
    'a table without a comment',
    `select o.relname from pg_class o join pg_namespace n on n.oid = o.relnamespace
     where ${isOurObject} and o.relkind in ('r', 'p', 'v') and obj_description(o.oid, 'pg_class') is null`,
  ],
  [
    'a function without a comment',
    `select o.proname from pg_proc o join pg_namespace n on n.oid = o.pronamespace
     where ${isOurObject} and obj_description(o.oid, 'pg_proc') is null`,
  ],
  [
    'a function whose search path the caller could choose',
    `select o.proname from pg_proc o join pg_namespace n on n.oid = o.pronamespace
     where ${isOurObject} and not coalesce(o.proconfig @> array['search_path=""'], false)`,
  ],
  [
    'a definer function that does not say why',
    `select o.proname from pg_proc o join pg_namespace n on n.oid = o.pronamespace
     where ${isOurObject} and o.prosecdef and obj_description(o.oid, 'pg_proc') !~ 'Definer:'`,
  ],
  [
    'a function that anyone may execute by default',
    `select o.proname from pg_proc o join pg_namespace n on n.oid = o.pronamespace
     where ${isOurObject} and (o.proacl is null or exists (select from aclexplode(o.proacl) a where a.grantee = 0))`,
  ],
  [
    "a view that reads with its owner's rights",
    `select o.relname from pg_class o join pg_namespace n on n.oid = o.relnamespace
     where ${isOurObject} and o.relkind in ('v', 'm')
       and not coalesce(o.reloptions && array['security_invoker=true', 'security_invoker=on'], false)`,
  ],
  [
    'a policy that calls auth.uid() or a predicate for every row',
    `select p.tablename || ': ' || p.policyname from pg_policies p
     where regexp_replace(coalesce(p.qual, '') || coalesce(p.with_check, ''),
         '\\( SELECT (auth|private)\\.[a-z_]+\\(\\) AS [a-z_]+\\)', '', 'g')
       ~ '(auth|private)\\.(uid|jwt|role|is_admin|is_business_admin|is_coach|my_family_id|calendar_today|has_any_role)\\('`,
  ],
  [
    'a policy that trusts what a user writes about themself',
    `select p.policyname from pg_policies p
     where coalesce(p.qual, '') || coalesce(p.with_check, '') ~ 'user_metadata'`,
  ],
  [
    'a policy for everybody instead of named roles',
    `select p.tablename || ': ' || p.policyname from pg_policies p where 'public' = any (p.roles)`,
  ],
  [
    'two policies that answer the same question',
    `select p.tablename || ' ' || p.cmd from pg_policies p, unnest(p.roles) r
     where p.permissive = 'PERMISSIVE' group by p.tablename, p.cmd, r having count(*) > 1`,
  ],
  [
    'a policy whose name is no sentence',
    `select p.policyname from pg_policies p where p.policyname !~ '^[A-Z][a-z].* (read|add|update|delete)s? '`,
  ],
  [
    'a foreign key without an index that begins with it',
    `select c.conrelid::regclass || ' ' || c.conname from pg_constraint c
     join pg_class o on o.oid = c.conrelid join pg_namespace n on n.oid = o.relnamespace
     where ${isOurObject} and c.contype = 'f' and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
         and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] operator(pg_catalog.=) c.conkey)`,
  ],
  [
    'two indexes over the same columns',
    `select min(i.indexrelid::regclass::text) from pg_index i
     join pg_class o on o.oid = i.indrelid join pg_namespace n on n.oid = o.relnamespace
     where ${isOurObject} group by i.indrelid, i.indkey::text, coalesce(i.indpred::text, ''),
       coalesce(pg_get_expr(i.indexprs, i.indrelid), '') having count(*) > 1`,
  ],
  [
    'a table without a primary key',
    `select o.relname from pg_class o join pg_namespace n on n.oid = o.relnamespace
     where ${isOurObject} and o.relkind = 'r'
       and not exists (select from pg_constraint c where c.conrelid = o.oid and c.contype = 'p')`,
  ],
  [
    'a table that the service key could write past the functions',
    `select o.relname from pg_class o join pg_namespace n on n.oid = o.relnamespace
     where ${isOurObject} and o.relkind = 'r' and (
       has_table_privilege('service_role', o.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
       or has_any_column_privilege('service_role', o.oid, 'INSERT, UPDATE'))`,
  ],
  [
    'a moment without a zone',
    `select c.table_name || '.' || c.column_name from information_schema.columns c
     where c.table_schema = 'public' and c.data_type = 'timestamp without time zone'`,
  ],
  [
    'the time zone spelled outside private.time_zone',
    `select o.proname from pg_proc o join pg_namespace n on n.oid = o.pronamespace
     where ${isOurObject} and o.prosrc like '%Asia/%' and o.proname <> 'time_zone'`,
  ],
];

/** Tables without a policy, because only the server's functions use them. */
export const closedTables = [
  'api_keys',
  'assistant_claims',
  'assistant_prices',
  'assistant_spend',
  'bounced_addresses',
  'camp_photo_tags',
  'camp_photos',
  'channel_permissions',
  'chat_marks',
  'checkout_attempts',
  'coach_absences',
  'coach_calendars',
  'coach_exceptions',
  'coach_hours',
  'conversions',
  'distinct_families',
  'doctor_findings',
  'dropped_photos',
  'family_notes',
  'form_drafts',
  'form_response_health',
  'growth_reports',
  'heartbeat',
  'instalment_attempts',
  'invoice_counter',
  'location_viewers',
  'lost_links',
  'mail_wordings',
  'message_recipients',
  'messages',
  'news_stops',
  'order_child_details',
  'order_links',
  'outages',
  'outbox',
  'outbox_pace',
  'packing_lists',
  'party_news',
  'payment_events',
  'phone_channels',
  'phone_messages',
  'picture_children',
  'pictures',
  'purge_positions',
  'queue_tickets',
  'rate_limits',
  'referral_codes',
  'roster_shares',
  'source_maps',
  'staff_invitations',
  'trial_claims',
  'webhook_deliveries',
  'webhook_endpoints',
];
