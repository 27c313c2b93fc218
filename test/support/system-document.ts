import * as clientsProjects from '@consulting/clients-projects/app';
import * as crewsRates from '@consulting/crews-rates/app';
import * as equipmentWbs from '@consulting/equipment-wbs/app';
import type { Login } from '@consulting/gateway/access/provider';
import { joinDocument } from '@consulting/gateway/documentation/document';
import { gatewayPart } from '@consulting/gateway/documentation/gateway-part';
import * as identity from '@consulting/identity/app';
import { describeRoutes } from '@consulting/kernel/http';
import * as mto from '@consulting/mto/app';

const exampleLogin: Login = {
  docsClientId: 'documentation',
  issuer: 'https://login.example.org',
  authorizationUrl: 'https://login.example.org/authorize',
  tokenUrl: 'https://login.example.org/token',
  scope: 'api://construction-data/user_impersonation',
};

/** The API document of the system as the gateway joins it, made without starting anything. */
export const systemDocument = (login: Login | null = exampleLogin) =>
  joinDocument(
    [
      describeRoutes(clientsProjects.routes, clientsProjects.problems),
      describeRoutes(crewsRates.routes, crewsRates.problems),
      describeRoutes(mto.routes, mto.problems),
      describeRoutes(equipmentWbs.routes, equipmentWbs.problems),
      describeRoutes(identity.routes, identity.problems),
      gatewayPart,
    ],
    login,
  );
