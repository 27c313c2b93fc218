import { Type } from '@sinclair/typebox';
import { question } from './contract';

const owner = 'crews-rates';
const rate = Type.Union([Type.String(), Type.Null()]);

/** Rates that takeoff lines take from a service crew; decimals as text, null while the crew is incomplete. */
export const ServiceCrewRates = Type.Object({
  crewCode: Type.String(),
  serviceCrewId: Type.String(),
  labourRate: rate,
  equipmentRate: rate,
  crewSize: rate,
});

/** The service crews of a service that have one of the codes, case ignored; unknown codes are left out. */
export const findServiceCrewRates = question(
  owner,
  'service-crew.rates',
  Type.Object({ serviceId: Type.String(), crewCodes: Type.Array(Type.String()) }),
  Type.Object({ crews: Type.Array(ServiceCrewRates) }),
);
