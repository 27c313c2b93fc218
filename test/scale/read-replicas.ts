export const readReplicas = async (): Promise<string[]> => [];
