export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      bookings: {
        Row: {
          attended: boolean | null;
          child_id: string;
          created_at: string;
          family_id: string;
          id: string;
          session_date: string;
          session_id: string;
          session_time: string;
          status: string;
          updated_at: string;
        };
        Insert: {
          attended?: boolean | null;
          child_id: string;
          created_at?: string;
          family_id: string;
          id?: string;
          session_date: string;
          session_id: string;
          session_time: string;
          status?: string;
          updated_at?: string;
        };
        Update: {
          attended?: boolean | null;
          child_id?: string;
          created_at?: string;
          family_id?: string;
          id?: string;
          session_date?: string;
          session_id?: string;
          session_time?: string;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bookings_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_session_id_session_date_session_time_fkey';
            columns: ['session_id', 'session_date', 'session_time'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id', 'session_date', 'session_time'];
          },
        ];
      };
      checkout_attempts: {
        Row: {
          attempt: number;
          closed_at: string | null;
          created_at: string;
          expires_at: string | null;
          order_id: string;
          params: NonNullable<Json>;
          session_id: string | null;
          superseded_at: string | null;
          terms: NonNullable<Json>;
        };
        Insert: {
          attempt: number;
          closed_at?: string | null;
          created_at?: string;
          expires_at?: string | null;
          order_id: string;
          params: NonNullable<Json>;
          session_id?: string | null;
          superseded_at?: string | null;
          terms: NonNullable<Json>;
        };
        Update: {
          attempt?: number;
          closed_at?: string | null;
          created_at?: string;
          expires_at?: string | null;
          order_id?: string;
          params?: NonNullable<Json>;
          session_id?: string | null;
          superseded_at?: string | null;
          terms?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: 'checkout_attempts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      children: {
        Row: {
          created_at: string;
          current_level: number;
          dob: string;
          family_id: string;
          gender: string | null;
          id: string;
          name: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          current_level?: number;
          dob: string;
          family_id: string;
          gender?: string | null;
          id?: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          current_level?: number;
          dob?: string;
          family_id?: string;
          gender?: string | null;
          id?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'children_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      class_types: {
        Row: {
          created_at: string;
          id: string;
          level: string | null;
          name: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          level?: string | null;
          name: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          level?: string | null;
          name?: string;
        };
        Relationships: [];
      };
      coaches: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          user_id: string | null;
        };
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          user_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'coaches_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      credit_ledger: {
        Row: {
          booking_id: string | null;
          created_at: string;
          delta: number;
          id: string;
          note: string | null;
          pass_id: string;
          reason: string;
        };
        Insert: {
          booking_id?: string | null;
          created_at?: string;
          delta: number;
          id?: string;
          note?: string | null;
          pass_id: string;
          reason: string;
        };
        Update: {
          booking_id?: string | null;
          created_at?: string;
          delta?: number;
          id?: string;
          note?: string | null;
          pass_id?: string;
          reason?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'credit_ledger_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'credit_ledger_pass_id_fkey';
            columns: ['pass_id'];
            isOneToOne: false;
            referencedRelation: 'passes';
            referencedColumns: ['id'];
          },
        ];
      };
      families: {
        Row: {
          contact_email: string;
          contact_name: string;
          contact_phone: string | null;
          created_at: string;
          id: string;
          primary_parent_id: string | null;
          secondary_parent_id: string | null;
          updated_at: string;
        };
        Insert: {
          contact_email: string;
          contact_name: string;
          contact_phone?: string | null;
          created_at?: string;
          id?: string;
          primary_parent_id?: string | null;
          secondary_parent_id?: string | null;
          updated_at?: string;
        };
        Update: {
          contact_email?: string;
          contact_name?: string;
          contact_phone?: string | null;
          created_at?: string;
          id?: string;
          primary_parent_id?: string | null;
          secondary_parent_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'families_primary_parent_id_fkey';
            columns: ['primary_parent_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'families_secondary_parent_id_fkey';
            columns: ['secondary_parent_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      holds: {
        Row: {
          expires_at: string;
          order_id: string;
          order_line_id: string;
          session_id: string;
        };
        Insert: {
          expires_at: string;
          order_id: string;
          order_line_id: string;
          session_id: string;
        };
        Update: {
          expires_at?: string;
          order_id?: string;
          order_line_id?: string;
          session_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'holds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: true;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      locations: {
        Row: {
          address: string | null;
          created_at: string;
          id: string;
          name: string;
        };
        Insert: {
          address?: string | null;
          created_at?: string;
          id?: string;
          name: string;
        };
        Update: {
          address?: string | null;
          created_at?: string;
          id?: string;
          name?: string;
        };
        Relationships: [];
      };
      offers: {
        Row: {
          active: boolean;
          cancellation: string | null;
          currency: string;
          details: NonNullable<Json>;
          id: string;
          kind: string;
          price_cents: number;
          revision: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          active?: boolean;
          cancellation?: string | null;
          currency: string;
          details: NonNullable<Json>;
          id: string;
          kind: string;
          price_cents: number;
          revision: string;
          title: string;
          updated_at: string;
        };
        Update: {
          active?: boolean;
          cancellation?: string | null;
          currency?: string;
          details?: NonNullable<Json>;
          id?: string;
          kind?: string;
          price_cents?: number;
          revision?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      order_lines: {
        Row: {
          cancellation: string | null;
          child_dob: string | null;
          child_name: string | null;
          id: string;
          offer_id: string;
          order_id: string;
          position: number;
          price_cents: number;
          revision: string;
          seen_price_cents: number | null;
          session_id: string | null;
          sessions: number;
          title: string;
          validity_days: number | null;
        };
        Insert: {
          cancellation?: string | null;
          child_dob?: string | null;
          child_name?: string | null;
          id?: string;
          offer_id: string;
          order_id: string;
          position: number;
          price_cents: number;
          revision: string;
          seen_price_cents?: number | null;
          session_id?: string | null;
          sessions: number;
          title: string;
          validity_days?: number | null;
        };
        Update: {
          cancellation?: string | null;
          child_dob?: string | null;
          child_name?: string | null;
          id?: string;
          offer_id?: string;
          order_id?: string;
          position?: number;
          price_cents?: number;
          revision?: string;
          seen_price_cents?: number | null;
          session_id?: string | null;
          sessions?: number;
          title?: string;
          validity_days?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_lines_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      orders: {
        Row: {
          attempt: number;
          client_hash: string | null;
          consents_at: string | null;
          created_at: string;
          currency: string;
          family_id: string | null;
          gst_number: string | null;
          gst_rate_basis_points: number | null;
          id: string;
          number: string;
          outcome: string | null;
          paid_at: string | null;
          parent_email: string | null;
          parent_name: string | null;
          parent_phone: string | null;
          renewals: number;
          secret: string;
          status: string;
          total_cents: number;
          updated_at: string;
        };
        Insert: {
          attempt?: number;
          client_hash?: string | null;
          consents_at?: string | null;
          created_at?: string;
          currency: string;
          family_id?: string | null;
          gst_number?: string | null;
          gst_rate_basis_points?: number | null;
          id?: string;
          number: string;
          outcome?: string | null;
          paid_at?: string | null;
          parent_email?: string | null;
          parent_name?: string | null;
          parent_phone?: string | null;
          renewals?: number;
          secret?: string;
          status?: string;
          total_cents: number;
          updated_at?: string;
        };
        Update: {
          attempt?: number;
          client_hash?: string | null;
          consents_at?: string | null;
          created_at?: string;
          currency?: string;
          family_id?: string | null;
          gst_number?: string | null;
          gst_rate_basis_points?: number | null;
          id?: string;
          number?: string;
          outcome?: string | null;
          paid_at?: string | null;
          parent_email?: string | null;
          parent_name?: string | null;
          parent_phone?: string | null;
          renewals?: number;
          secret?: string;
          status?: string;
          total_cents?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'orders_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      outbox: {
        Row: {
          attempts: number;
          created_at: string;
          id: string;
          key: string;
          last_error: string | null;
          leased_until: string | null;
          payload: NonNullable<Json>;
          recipient: string;
          sent_at: string | null;
          template: string;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          id?: string;
          key: string;
          last_error?: string | null;
          leased_until?: string | null;
          payload: NonNullable<Json>;
          recipient: string;
          sent_at?: string | null;
          template: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          id?: string;
          key?: string;
          last_error?: string | null;
          leased_until?: string | null;
          payload?: NonNullable<Json>;
          recipient?: string;
          sent_at?: string | null;
          template?: string;
        };
        Relationships: [];
      };
      passes: {
        Row: {
          child_id: string;
          created_at: string;
          family_id: string;
          id: string;
          offer_id: string;
          order_line_id: string | null;
          sessions_total: number;
          title: string;
          valid_from: string;
          valid_until: string | null;
        };
        Insert: {
          child_id: string;
          created_at?: string;
          family_id: string;
          id?: string;
          offer_id: string;
          order_line_id?: string | null;
          sessions_total: number;
          title: string;
          valid_from: string;
          valid_until?: string | null;
        };
        Update: {
          child_id?: string;
          created_at?: string;
          family_id?: string;
          id?: string;
          offer_id?: string;
          order_line_id?: string | null;
          sessions_total?: number;
          title?: string;
          valid_from?: string;
          valid_until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'passes_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: true;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_decisions: {
        Row: {
          created_at: string;
          details: NonNullable<Json>;
          id: string;
          kind: string;
          order_id: string | null;
          payment_id: string;
          resolved_at: string | null;
          resolved_by: string | null;
          status: string;
        };
        Insert: {
          created_at?: string;
          details?: NonNullable<Json>;
          id?: string;
          kind: string;
          order_id?: string | null;
          payment_id: string;
          resolved_at?: string | null;
          resolved_by?: string | null;
          status?: string;
        };
        Update: {
          created_at?: string;
          details?: NonNullable<Json>;
          id?: string;
          kind?: string;
          order_id?: string | null;
          payment_id?: string;
          resolved_at?: string | null;
          resolved_by?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_decisions_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_decisions_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_decisions_resolved_by_fkey';
            columns: ['resolved_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_events: {
        Row: {
          created_at: string;
          event_id: string;
          event_type: string | null;
          payment_id: string | null;
        };
        Insert: {
          created_at?: string;
          event_id: string;
          event_type?: string | null;
          payment_id?: string | null;
        };
        Update: {
          created_at?: string;
          event_id?: string;
          event_type?: string | null;
          payment_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_events_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      payments: {
        Row: {
          amount_cents: number;
          created_at: string;
          currency: string;
          id: string;
          order_id: string | null;
          payment_intent: string;
          result: string | null;
          session_id: string | null;
        };
        Insert: {
          amount_cents: number;
          created_at?: string;
          currency: string;
          id?: string;
          order_id?: string | null;
          payment_intent: string;
          result?: string | null;
          session_id?: string | null;
        };
        Update: {
          amount_cents?: number;
          created_at?: string;
          currency?: string;
          id?: string;
          order_id?: string | null;
          payment_intent?: string;
          result?: string | null;
          session_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      profiles: {
        Row: {
          created_at: string;
          email: string | null;
          family_id: string | null;
          first_name: string | null;
          id: string;
          last_name: string | null;
          name: string;
          phone: string | null;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          email?: string | null;
          family_id?: string | null;
          first_name?: string | null;
          id: string;
          last_name?: string | null;
          name?: string;
          phone?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          family_id?: string | null;
          first_name?: string | null;
          id?: string;
          last_name?: string | null;
          name?: string;
          phone?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'profiles_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      rate_limits: {
        Row: {
          hits: number;
          key_hash: string;
          window_ends_at: string;
        };
        Insert: {
          hits: number;
          key_hash: string;
          window_ends_at: string;
        };
        Update: {
          hits?: number;
          key_hash?: string;
          window_ends_at?: string;
        };
        Relationships: [];
      };
      session_templates: {
        Row: {
          active: boolean;
          class_type_id: string;
          coach_id: string | null;
          duration_minutes: number;
          id: string;
          location_id: string;
          max_capacity: number;
          session_time: string;
          weekday: number;
        };
        Insert: {
          active?: boolean;
          class_type_id: string;
          coach_id?: string | null;
          duration_minutes?: number;
          id?: string;
          location_id: string;
          max_capacity: number;
          session_time: string;
          weekday: number;
        };
        Update: {
          active?: boolean;
          class_type_id?: string;
          coach_id?: string | null;
          duration_minutes?: number;
          id?: string;
          location_id?: string;
          max_capacity?: number;
          session_time?: string;
          weekday?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'session_templates_class_type_id_fkey';
            columns: ['class_type_id'];
            isOneToOne: false;
            referencedRelation: 'class_types';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'session_templates_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'session_templates_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
        ];
      };
      sessions: {
        Row: {
          class_type_id: string;
          coach_id: string | null;
          created_at: string;
          duration_minutes: number;
          ends_at: string;
          id: string;
          location_id: string;
          max_capacity: number;
          session_date: string;
          session_time: string;
          starts_at: string;
          status: string;
          updated_at: string;
        };
        Insert: {
          class_type_id: string;
          coach_id?: string | null;
          created_at?: string;
          duration_minutes: number;
          ends_at?: never;
          id?: string;
          location_id: string;
          max_capacity: number;
          session_date: string;
          session_time: string;
          starts_at?: never;
          status?: string;
          updated_at?: string;
        };
        Update: {
          class_type_id?: string;
          coach_id?: string | null;
          created_at?: string;
          duration_minutes?: number;
          ends_at?: never;
          id?: string;
          location_id?: string;
          max_capacity?: number;
          session_date?: string;
          session_time?: string;
          starts_at?: never;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'sessions_class_type_id_fkey';
            columns: ['class_type_id'];
            isOneToOne: false;
            referencedRelation: 'class_types';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
        ];
      };
      settings: {
        Row: {
          address_salt: string;
          checkout_call_minutes: number;
          checkout_tail_minutes: number;
          checkout_total_minutes: number;
          currency: string;
          gst_number: string | null;
          gst_rate_basis_points: number;
          hold_minutes: number;
          hold_renewals_max: number;
          hold_total_minutes: number;
          holds_per_address_max: number;
          id: boolean;
          name: string;
          offers_snapshot_at: string;
          order_prefix: string;
          outbox_attempts_max: number;
          outbox_lease_minutes: number;
          product: string;
          slug: string;
          updated_at: string;
        };
        Insert: {
          address_salt?: string;
          checkout_call_minutes?: number;
          checkout_tail_minutes?: number;
          checkout_total_minutes?: number;
          currency?: string;
          gst_number?: string | null;
          gst_rate_basis_points?: number;
          hold_minutes?: number;
          hold_renewals_max?: number;
          hold_total_minutes?: number;
          holds_per_address_max?: number;
          id?: boolean;
          name: string;
          offers_snapshot_at?: string;
          order_prefix: string;
          outbox_attempts_max?: number;
          outbox_lease_minutes?: number;
          product: string;
          slug: string;
          updated_at?: string;
        };
        Update: {
          address_salt?: string;
          checkout_call_minutes?: number;
          checkout_tail_minutes?: number;
          checkout_total_minutes?: number;
          currency?: string;
          gst_number?: string | null;
          gst_rate_basis_points?: number;
          hold_minutes?: number;
          hold_renewals_max?: number;
          hold_total_minutes?: number;
          holds_per_address_max?: number;
          id?: boolean;
          name?: string;
          offers_snapshot_at?: string;
          order_prefix?: string;
          outbox_attempts_max?: number;
          outbox_lease_minutes?: number;
          product?: string;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      user_roles: {
        Row: {
          created_at: string;
          role: Database['public']['Enums']['app_role'];
          user_id: string;
        };
        Insert: {
          created_at?: string;
          role: Database['public']['Enums']['app_role'];
          user_id: string;
        };
        Update: {
          created_at?: string;
          role?: Database['public']['Enums']['app_role'];
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'user_roles_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      check_rate: { Args: { p_key: string; p_limit: number; p_window_seconds: number }; Returns: Json };
      claim_outbox: { Args: { p_limit: number }; Returns: Json };
      confirm_order: { Args: { p_event: Json }; Returns: Json };
      ensure_next_weekend_funstart_sessions: { Args: Record<PropertyKey, never>; Returns: number };
      finish_outbox: { Args: { p_error: string; p_id: string }; Returns: Json };
      get_order: { Args: { p_secret: string }; Returns: Json };
      get_session_availability_with_enrollments: {
        Args: Record<PropertyKey, never>;
        Returns: {
          available_spots: number;
          class_type_id: string;
          session_date: string;
          session_id: string;
          session_time: string;
        }[];
      };
      has_role: {
        Args: { check_role: Database['public']['Enums']['app_role']; user_uuid: string };
        Returns: boolean;
      };
      hold_order: { Args: { p_order: Json }; Returns: Json };
      lapse_checkout: { Args: { p_session_id: string }; Returns: Json };
      list_open_sessions: { Args: { p_before_attempt?: number; p_secret: string }; Returns: Json };
      list_unsettled_orders: { Args: { p_older_than_seconds?: number }; Returns: Json };
      publish_offers: { Args: { p_brand: Json; p_offers: Json; p_snapshot_at: string }; Returns: Json };
      record_checkout: {
        Args: { p_attempt: number; p_expires_at: string; p_order_id: string; p_session_id: string };
        Returns: Json;
      };
      release_lapsed_holds: { Args: Record<PropertyKey, never>; Returns: Json };
      release_order: { Args: { p_secret: string }; Returns: Json };
      renew_hold: { Args: { p_secret: string }; Returns: Json };
      settle_order: {
        Args: { p_details: Json; p_secret: string; p_seen_total_cents: number };
        Returns: Json;
      };
      start_attempt: { Args: { p_order_id: string; p_params: Json }; Returns: Json };
    };
    Enums: {
      app_role: 'customer' | 'coach' | 'admin' | 'business_admin';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    keyof (DefaultSchema['Tables'] & DefaultSchema['Views']) | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      app_role: ['customer', 'coach', 'admin', 'business_admin'],
    },
  },
} as const;
