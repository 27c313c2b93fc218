/** How people log in from the documentation page: authorization code with PKCE at the identity provider. */
export interface Login {
  /** Client of the page; without one the document names the flow and the page offers no login. */
  docsClientId: string | null;
  authorizationUrl: string;
  tokenUrl: string;
  scope: string;
}
