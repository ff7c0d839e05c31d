-- Parents allow messages by WhatsApp or SMS. Parents who have not answered get e-mails only (docs/decisions "WhatsApp
-- and text messages").

create table public.channel_permissions (
  id bigint generated always as identity primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  profile_id uuid references public.profiles (id) on delete cascade,
  channel text not null check (channel in ('whatsapp', 'sms')),
  allowed boolean not null,
  phone text check (private.is_phone(phone)),
  source text not null check (source in ('account', 'phone', 'provider')),
  recorded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  check (source = 'phone' or recorded_by is null)
);
comment on table public.channel_permissions is
  'Answers of parents about the channels by which they want messages about their bookings. Rows are only added, and '
  'the latest counts. News need another consent (marketing), and are sent by e-mail only.';
comment on column public.channel_permissions.profile_id is
  'The parent, whatever family they are in. It is null for the contact of a guest''s family.';
comment on column public.channel_permissions.source is
  'account means that the parent answered in Family Base. phone means that the parent told staff, who recorded it '
  '(recorded_by), and the family was mailed. provider means that the parent stopped the messages at the provider, for '
  'example by the reply STOP.';
comment on column public.channel_permissions.phone is
  'The number that the parent saw with this answer. A permission counts only while the channel has this number.';
create index channel_permissions_family_id on public.channel_permissions (family_id);
create index channel_permissions_profile_id on public.channel_permissions (profile_id, channel, id);
create index channel_permissions_recorded_by on public.channel_permissions (recorded_by);

alter table public.channel_permissions enable row level security;
revoke all on table public.channel_permissions from anon, authenticated, service_role;

create table public.phone_channels (
  channel text primary key check (channel in ('whatsapp', 'sms')),
  seen_at timestamptz not null
);
comment on table public.phone_channels is
  'The channels that the functions have keys for. Each call of claim_phone_messages tells them.';

alter table public.phone_channels enable row level security;
revoke all on table public.phone_channels from anon, authenticated, service_role;

create function private.channel_number(p_family_id uuid, p_profile_id uuid, p_channel text)
returns text
language sql
stable
set search_path = ''
as $$
  select n.phone
  from (
    select coalesce(case when p_channel = 'whatsapp' then p.whatsapp_country_code || p.whatsapp_phone end, p.phone) as phone
    from public.profiles p where p.id = p_profile_id
    union all
    select f.contact_phone from public.families f
    where p_profile_id is null and f.id = p_family_id and f.erased_at is null
      and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) = 0) n
  where private.is_phone(n.phone)
$$;
comment on function private.channel_number(uuid, uuid, text) is
  'Returns the number of a channel in E.164. For WhatsApp this is the number given for it, or else the parent''s own. '
  'For a guest''s family it is the contact''s. It is never the second number, which may be somebody else''s.';

create function private.channel_permission(p_family_id uuid, p_profile_id uuid, p_channel text)
returns public.channel_permissions
language sql
stable
set search_path = ''
as $$
  select c from public.channel_permissions c
  where c.id = (
      select max(n.id) from public.channel_permissions n
      where n.channel = p_channel and case when p_profile_id is null
        then n.family_id = p_family_id and n.profile_id is null else n.profile_id = p_profile_id end)
    and (not c.allowed or c.phone is not distinct from private.channel_number(p_family_id, p_profile_id, p_channel))
$$;
comment on function private.channel_permission(uuid, uuid, text) is
  'Returns a parent''s latest answer about a channel. If p_profile_id is null, returns the answer of a guest''s '
  'contact. Returns null if there is no answer, or if it is a permission for another number than the channel has now.';

create function private.channel_is_on(p_channel text)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.phone_channels where channel = p_channel and seen_at > clock_timestamp() - interval '1 hour')
$$;
comment on function private.channel_is_on(text) is
  'Returns whether messages can be sent by this channel: its keys are set, and the chore that sends ran within an '
  'hour.';

create function private.record_channel(
  p_family_id uuid, p_profile_id uuid, p_channel text, p_allowed boolean, p_source text, p_by uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'channel', p_family_id, p_profile_id, p_channel), 0));
  if (private.channel_permission(p_family_id, p_profile_id, p_channel)).allowed = p_allowed then return false; end if;
  insert into public.channel_permissions (family_id, profile_id, channel, allowed, phone, source, recorded_by)
  values (p_family_id, p_profile_id, p_channel, p_allowed, private.channel_number(p_family_id, p_profile_id, p_channel), p_source, p_by);
  -- Waiting messages are no longer wanted. A message that is being sent now is still sent.
  if not p_allowed then
    delete from public.phone_messages
    where channel = p_channel and sent_at is null and failed_at is null and sending_since is null
      and case when p_profile_id is null then family_id = p_family_id and profile_id is null else profile_id = p_profile_id end;
  end if;
  return true;
end;
$$;
comment on function private.record_channel(uuid, uuid, text, boolean, text, uuid) is
  'Records a parent''s answer, and returns whether it differs from the one that counts. A refusal also withdraws '
  'messages that wait.';

create function private.channels_view(p_family_id uuid, p_profile_id uuid, p_is_own boolean)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('channel', c.channel, 'is_on', private.channel_is_on(c.channel), 'allowed', r.allowed,
    'at', private.iso(r.created_at), 'source', r.source, 'recorded_by', private.staff_name(r.recorded_by),
    'phone', case when p_is_own then n.phone else right(n.phone, 4) end) order by c.rank)
  from unnest('{whatsapp,sms}'::text[]) with ordinality c (channel, rank)
  cross join lateral (select private.channel_number(p_family_id, p_profile_id, c.channel) as phone) n
  left join lateral private.channel_permission(p_family_id, p_profile_id, c.channel) r on true
$$;
comment on function private.channels_view(uuid, uuid, boolean) is
  'Returns MessageChannel[] (contract/message-channels.ts), which are a parent''s answers by channel. If p_is_own is '
  'false, staff read them and get only the last four digits of each number, because reading a whole number is logged.';

create function private.check_channel(p_channel text, p_allowed boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if coalesce(p_channel, '') not in ('whatsapp', 'sms') then perform private.fail('invalid_input', 'p_channel'); end if;
  if p_allowed is null then perform private.fail('invalid_input', 'p_allowed'); end if;
end;
$$;
comment on function private.check_channel(text, boolean) is
  'Fails with invalid_input for an unknown channel or a missing answer.';

create function private.check_shown_number(p_now text, p_expected text, p_allowed boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- A refusal counts whatever the number is.
  if p_allowed and p_now is distinct from p_expected then perform private.fail('changed_meanwhile', 'p_expected_phone'); end if;
end;
$$;
comment on function private.check_shown_number(text, text, boolean) is
  'Fails with changed_meanwhile (p_expected_phone) if somebody allows a channel and its number differs from what the '
  'screen showed.';

create function public.get_message_channels()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
begin
  if v_family_id is null then perform private.fail('family_not_found'); end if;
  return jsonb_build_object('channels', private.channels_view(v_family_id, (select auth.uid()), true));
end;
$$;
comment on function public.get_message_channels() is
  'Returns MessageChannels (contract/message-channels.ts). Fails with family_not_found. Definer: reads closed tables. '
  'Identity comes from the token''s user.';
grant execute on function public.get_message_channels() to authenticated;
select private.answer_calls('public.get_message_channels()', 'change_parents');

create function public.set_message_channel(p_channel text, p_allowed boolean, p_expected_phone text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
begin
  if v_family_id is null then perform private.fail('family_not_found'); end if;
  perform private.check_channel(p_channel, p_allowed);
  -- If the number is being changed right now, this waits for the change.
  perform from public.profiles where id = (select auth.uid()) for share;
  perform private.check_shown_number(private.channel_number(v_family_id, (select auth.uid()), p_channel), p_expected_phone, p_allowed);
  perform private.record_channel(v_family_id, (select auth.uid()), p_channel, p_allowed, 'account', null);
  return public.get_message_channels();
end;
$$;
comment on function public.set_message_channel(text, boolean, text) is
  'Allows whatsapp or sms, or ends that. Returns the same as get_message_channels. p_expected_phone is the number '
  'that the parent saw. Fails with family_not_found, changed_meanwhile (for a permission). Definer: identity comes '
  'from the token''s user.';
grant execute on function public.set_message_channel(text, boolean, text) to authenticated;
select private.answer_calls('public.set_message_channel(text, boolean, text)', 'change_parents');

create function public.get_family_channels(p_family_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if not exists (select from public.families where id = p_family_id and erased_at is null) then
    perform private.fail('family_not_found', 'p_family_id');
  end if;
  return jsonb_build_object('parents', (
    select coalesce(jsonb_agg(jsonb_build_object('profile_id', p.profile_id, 'name', p.name,
      'channels', private.channels_view(p_family_id, p.profile_id, false)) order by p.name, p.profile_id), '[]')
    from private.parents_for_collection(p_family_id) p));
end;
$$;
comment on function public.get_family_channels(uuid) is
  'For admins. Returns FamilyChannels (contract/message-channels.ts). Fails with family_not_found. Definer: reads '
  'closed tables, after checking the caller.';
grant execute on function public.get_family_channels(uuid) to authenticated;
select private.answer_calls('public.get_family_channels(uuid)', 'management');

create function public.set_family_channel(
  p_family_id uuid, p_profile_id uuid, p_channel text, p_allowed boolean, p_expected_phone text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family public.families;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_channel(p_channel, p_allowed);
  select * into v_family from public.families where id = p_family_id and erased_at is null for update;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  if not exists (
    select from private.parents_for_collection(p_family_id) p where p.profile_id is not distinct from p_profile_id) then
    perform private.fail('parent_not_found', 'p_profile_id');
  end if;
  perform from public.profiles where id = p_profile_id for share;
  perform private.check_shown_number(
    right(private.channel_number(p_family_id, p_profile_id, p_channel), 4), p_expected_phone, p_allowed);
  if private.record_channel(p_family_id, p_profile_id, p_channel, p_allowed, 'phone', (select auth.uid())) then
    -- The family is mailed, so that nobody agrees in its name without its knowledge.
    perform private.notify_correction(v_family, gen_random_uuid(), '{channels}', null, null);
  end if;
  return public.get_family_channels(p_family_id);
end;
$$;
comment on function public.set_family_channel(uuid, uuid, text, boolean, text) is
  'For admins. Records what a parent said on the phone, and mails the family. Returns the same as '
  'get_family_channels. p_expected_phone has the last four digits. Fails with family_not_found, parent_not_found, '
  'changed_meanwhile (for a permission). Definer: writes a closed table, after checking the caller.';
grant execute on function public.set_family_channel(uuid, uuid, text, boolean, text) to authenticated;
select private.answer_calls('public.set_family_channel(uuid, uuid, text, boolean, text)', 'management');
