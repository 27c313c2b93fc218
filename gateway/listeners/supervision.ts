import type { Figures } from '@consulting/kernel/process/telemetry';
import { type CountersFor, ownCounters } from '../limits/counters';

export interface MetricsText {
  text: string;
  contentType: string;
}

/** What a listener shares with those beside it on the same port. */
export interface Supervision {
  countersFor: CountersFor;
  /** Whether the port as a whole takes requests. */
  isReady(): boolean;
  tellRevoked(keyId: string): void;
  onRevoked(hear: (keyId: string) => void): void;
  /** The metrics of all; undefined where this process is all there is. */
  readMetrics: (() => Promise<MetricsText>) | undefined;
}

/** A gateway that is the only listener of its port. */
export const unsupervised: Supervision = {
  countersFor: ownCounters,
  isReady: () => true,
  tellRevoked: () => {},
  onRevoked: () => {},
  readMetrics: undefined,
};

export type FromListener =
  | { kind: 'listening' }
  | { kind: 'revoked'; keyId: string }
  | { kind: 'figures'; question: number; figures: Figures }
  | { kind: 'metrics wanted'; question: number };

export type FromSupervisor =
  | { kind: 'ready'; isReady: boolean }
  | { kind: 'revoked'; keyId: string }
  | { kind: 'figures wanted'; question: number }
  | { kind: 'metrics'; question: number; metrics: MetricsText };

/** Argument of a gateway process that is started as a listener; the file of the shared counters follows. */
export const listenerArgument = 'listener';
