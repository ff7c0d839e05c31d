-- Parties: a birthday that staff have agreed with a host, and the link its guests open
-- (decisions "/birthday-rsvp, /dynamic-form", decisions "/admin/birthday-rsvps").

create function private.party_code()
returns text
language sql
volatile
set search_path = ''
as $$
  -- 20 of 31 letters: 99 bits. No 0 and O, 1, I and L.
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(b, i) % 31, 1), '')
  from extensions.gen_random_bytes(20) b, generate_series(0, 19) i
$$;
comment on function private.party_code() is 'A random code that nobody guesses, for the link to a party.';

create table public.parties (
  id uuid primary key default gen_random_uuid(),
  code text not null unique default private.party_code() check (code ~ '^[2-9A-HJKMNP-Z]{20}$'),
  title text not null check (length(title) between 1 and 120),
  host_name text not null check (length(host_name) between 1 and 120),
  host_email text check (length(host_email) <= 254),
  host_phone text check (host_phone ~ '^\+[1-9][0-9]{7,14}$'),
  family_id uuid references public.families (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null check (length(place) between 1 and 300),
  offer_id text references public.offers (id) on delete restrict,
  head_count integer not null check (head_count between 1 and 200),
  form_id text check (length(form_id) between 1 and 100),
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  anonymised_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (ends_at > starts_at)
);
comment on table public.parties is 'Birthday parties. Guests answer through the link with the code.';
comment on column public.parties.code is 'Stands in the guests'' link and in nothing else: whoever knows it may read the invitation and answer.';
comment on column public.parties.title is 'As the invitation shows it.';
comment on column public.parties.host_name is 'Who agreed the party with us; contacts are for staff only.';
comment on column public.parties.family_id is 'The host''s family, if we know it.';
comment on column public.parties.offer_id is 'The birthday package.';
comment on column public.parties.head_count is 'Guests that were agreed on. How many said they come is private.party_guests.';
comment on column public.parties.form_id is 'The content document with the questions for guests; null: the site''s usual one.';
comment on column public.parties.anonymised_at is 'When the host''s name and contact were taken out.';
create index parties_starts_at on public.parties (starts_at);
create index parties_with_host on public.parties (ends_at) where anonymised_at is null;
create index parties_family_id on public.parties (family_id);
create index parties_offer_id on public.parties (offer_id);

alter table public.parties enable row level security;
revoke all on table public.parties from anon, authenticated, service_role;
grant select on public.parties to authenticated, service_role;

create policy "Admins read parties" on public.parties
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.parties
  for each row execute function private.touch_updated_at();

create function private.check_moment(p_value jsonb, p_field text)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'string'
    or p_value #>> '{}' !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$'
    or not pg_input_is_valid(p_value #>> '{}', 'timestamptz') then
    perform private.fail('invalid_input', p_field);
  end if;
  return (p_value #>> '{}')::timestamptz;
end;
$$;
comment on function private.check_moment(jsonb, text) is 'An ISO 8601 moment with its offset; else invalid_input with the field.';

create function public.create_party(p_party jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_new public.parties;
  v_family_id uuid;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_object(p_party, 'p_party', 8000);
  v_new.title := private.check_text(p_party -> 'title', 'title', 120);
  v_new.host_name := private.check_text(p_party -> 'host_name', 'host_name', 120);
  if private.is_given(p_party -> 'host_email') then
    v_new.host_email := private.check_email(p_party -> 'host_email', 'host_email');
  end if;
  if private.is_given(p_party -> 'host_phone') then
    v_new.host_phone := private.check_phone(p_party -> 'host_phone', 'host_phone');
  end if;
  v_new.starts_at := private.check_moment(p_party -> 'starts_at', 'starts_at');
  v_new.ends_at := private.check_moment(p_party -> 'ends_at', 'ends_at');
  if v_new.starts_at <= private.calendar_now() then perform private.fail('invalid_input', 'starts_at'); end if;
  if v_new.ends_at not between v_new.starts_at + interval '15 minutes' and v_new.starts_at + interval '1 day' then
    perform private.fail('invalid_input', 'ends_at');
  end if;
  v_new.place := private.check_text(p_party -> 'place', 'place', 300);
  if not private.is_whole(p_party -> 'head_count', 1, 200) then perform private.fail('invalid_input', 'head_count'); end if;
  v_new.offer_id := private.check_offer_id(p_party -> 'offer_id', 'offer_id');
  if private.is_given(p_party -> 'form_id') then
    v_new.form_id := private.check_text(p_party -> 'form_id', 'form_id', 100);
  end if;
  if private.is_given(p_party -> 'family_id') then
    select id into v_family_id from public.families
    where private.is_uuid(p_party -> 'family_id') and id::text = lower(p_party ->> 'family_id');
    if v_family_id is null then perform private.fail('invalid_input', 'family_id'); end if;
  end if;

  insert into public.parties (
    title, host_name, host_email, host_phone, family_id, starts_at, ends_at, place, offer_id, head_count, form_id)
  values (
    v_new.title, v_new.host_name, v_new.host_email, v_new.host_phone, v_family_id, v_new.starts_at, v_new.ends_at,
    v_new.place, v_new.offer_id, (p_party ->> 'head_count')::numeric::integer, v_new.form_id)
  returning * into v_new;
  return jsonb_build_object('party_id', v_new.id, 'code', v_new.code);
end;
$$;
comment on function public.create_party(jsonb) is
  'Staff enter a party: {title, host_name, host_email?, host_phone?, starts_at, ends_at, place, head_count, offer_id?, form_id?, family_id?} -> {party_id, code}. Refuses: not_allowed, invalid_input (field), offer_not_available. Definer: admins write parties only through these checks.';
grant execute on function public.create_party(jsonb) to authenticated;

create function public.cancel_party(p_party_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  update public.parties set status = 'cancelled' where id = p_party_id;
  if not found then perform private.fail('party_not_found', 'p_party_id'); end if;
  return jsonb_build_object('status', 'cancelled');
end;
$$;
comment on function public.cancel_party(uuid) is
  'Staff call a party off -> {status}; its link then says so. Refuses: not_allowed, party_not_found. Definer: admins write parties only through functions.';
grant execute on function public.cancel_party(uuid) to authenticated;

create function public.get_party(p_code text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  select * into v_party from public.parties where code = upper(p_code);
  -- A code that names nothing is answered and not raised: the guess stays counted.
  if not found then return null; end if;
  return jsonb_build_object(
    'title', v_party.title,
    'starts_at', private.iso(v_party.starts_at),
    'ends_at', private.iso(v_party.ends_at),
    'place', v_party.place,
    'form_id', v_party.form_id,
    'status', v_party.status,
    'open', v_party.status = 'planned' and v_party.ends_at > private.calendar_now());
end;
$$;
comment on function public.get_party(text) is
  'The invitation for whoever has the link: {title, starts_at, ends_at, place, form_id, status, open}, null for an unknown code. Nothing about the host''s contact or other guests. Refuses: rate_limited. Definer: the code is the identity.';
grant execute on function public.get_party(text) to anon, authenticated, service_role;
select private.answer_calls('public.get_party(text)', 'get_party');
