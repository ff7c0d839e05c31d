-- Staff can share a roster by a link that expires and shows only initials and who is in (docs/decisions "The roster").

create table public.roster_shares (
  id uuid primary key default gen_random_uuid(),
  session_id uuid references public.sessions (id) on delete cascade,
  camp_id uuid references public.camp_weeks (id) on delete cascade,
  day date not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  made_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.roster_shares is
  'Links to the roster of a session or camp on one day, which shows initials. A new link ends the earlier one, so '
  'there is at most one at a time. Service role only.';
comment on column public.roster_shares.token_hash is
  'The private.token_hash of the token in the link. The token itself is not stored.';
comment on column public.roster_shares.expires_at is
  'When the link ends, by the calendar''s clock. It ends at midnight in Singapore at the latest.';
create index roster_shares_session_id on public.roster_shares (session_id);
create index roster_shares_camp_id on public.roster_shares (camp_id);
create index roster_shares_made_by on public.roster_shares (made_by);

alter table public.roster_shares enable row level security;
revoke all on table public.roster_shares from anon, authenticated, service_role;
grant select on public.roster_shares to service_role;

create trigger audit after insert or delete on public.roster_shares
  for each row execute function private.audit('id', 'session_id', 'camp_id', 'day', 'expires_at');

create function public.share_roster(p_place_id uuid, p_minutes integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 720;
  v_day constant date := private.calendar_today();
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
  v_share public.roster_shares;
  v_place record;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  if not private.may_mark(p_place_id, v_day) then perform private.deny(); end if;
  if p_minutes is null or p_minutes not between 0 and c_most then perform private.fail('invalid_input', 'p_minutes'); end if;
  -- Without the lock, two concurrent calls would leave two links.
  perform from public.sessions where id = p_place_id for update;
  perform private.lock_camps(array[p_place_id]);
  select * into v_place from private.events_of_day(v_day) where id = p_place_id and (p_minutes = 0 or not is_cancelled_by_us);
  if not found then perform private.fail('place_not_found', 'p_place_id'); end if;
  delete from public.roster_shares
  where session_id = p_place_id or camp_id = p_place_id or day < v_day;
  if p_minutes > 0 then
    insert into public.roster_shares (session_id, camp_id, day, token_hash, expires_at, made_by)
    values (
      case v_place.kind when 'session' then p_place_id end, case v_place.kind when 'camp' then p_place_id end, v_day,
      private.token_hash(v_token),
      least(private.calendar_now() + make_interval(mins => p_minutes), private.midnight_of(v_day + 1)), (select auth.uid()))
    returning * into v_share;
  end if;
  return jsonb_build_object(
    'token', case when p_minutes > 0 then v_token end, 'expires_at', private.iso(v_share.expires_at));
end;
$$;
comment on function public.share_roster(uuid, integer) is
  'For staff. Makes a link to today''s roster for at most 720 minutes. Returns {token, expires_at}. The earlier link '
  'ends. If p_minutes is 0, no new one is made. Coaches may share what they coach. The call is recorded in the audit '
  'log. Fails with place_not_found. Definer: there is no other way to write shares.';
grant execute on function public.share_roster(uuid, integer) to authenticated;
select private.answer_calls('public.share_roster(uuid, integer)', 'roster');

create function private.may_show(p_user_id uuid, p_place_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    where r.user_id = p_user_id and (r.role in ('admin', 'business_admin') or (r.role = 'coach' and exists (
      select from public.coaches k
      where k.user_id = p_user_id and (
        exists (select from public.sessions s where s.id = p_place_id and s.coach_id = k.id)
        or exists (select from public.camp_coaches c where c.camp_id = p_place_id and c.coach_id = k.id))))))
    and not exists (select from auth.users u where u.id = p_user_id and u.banned_until > clock_timestamp())
$$;
comment on function private.may_show(uuid, uuid) is
  'Returns whether this account belongs to an admin, or still coaches this session or camp. Otherwise the links that '
  'it made no longer work.';

create function private.initials(p_name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg(upper(left(w, 1)) || '.', ' ' order by n), '')
  from (
    select w, n from regexp_split_to_table(trim(p_name), '[\s-]+') with ordinality t (w, n) where w <> '' order by n limit 3) words
$$;
comment on function private.initials(text) is
  'Returns the first letter of each of the first three words. For "Kai Tan" this is "K. T."';

create function public.read_shared_roster(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_share public.roster_shares;
  v_place record;
begin
  select * into v_share from public.roster_shares
  where token_hash = private.token_hash(left(coalesce(p_token, ''), 100)) and expires_at > private.calendar_now();
  if not found or not private.may_show(v_share.made_by, coalesce(v_share.session_id, v_share.camp_id)) then
    perform private.fail('link_not_found', 'p_token');
  end if;
  select * into v_place from private.events_of_day(v_share.day) where id = coalesce(v_share.session_id, v_share.camp_id);
  if not found then perform private.fail('link_not_found', 'p_token'); end if;
  return jsonb_build_object(
    'title', v_place.title, 'location', v_place.location, 'starts_at', private.iso(v_place.starts_at),
    'ends_at', private.iso(v_place.ends_at), 'now', private.iso(private.calendar_now()),
    'expires_at', private.iso(v_share.expires_at), 'is_cancelled_by_us', v_place.is_cancelled_by_us,
    'children', (
      -- The children are sorted by initials and then by state, so that the order reveals nothing else.
      select coalesce(jsonb_agg(jsonb_build_object('initials', i.initials, 'state', i.state)
        order by i.initials, i.state), '[]')
      from (
        select private.initials(c.name) as initials, d.mark ->> 'state' as state
        from private.day_heads(v_share.day, array[v_place.id]) d join public.children c on c.id = d.child_id) i));
end;
$$;
comment on function public.read_shared_roster(text) is
  'Returns SharedRoster (contract/roster.ts), with initials. Fails with link_not_found, also if the person who made '
  'the link no longer coaches there. A wrong token counts as a guess. Definer: the token is the identity.';
grant execute on function public.read_shared_roster(text) to anon, authenticated;
select private.answer_calls('public.read_shared_roster(text)', 'shared_roster');
