package dev.paylink.dashboard.developers;

import dev.paylink.credential.ChangeApiKey;
import dev.paylink.credential.CreateApiKey;
import dev.paylink.credential.ListApiKeys;

/**
 * What can be done about API keys; a new one may make {@code defaultLimit} calls a minute to {@code
 * baseUrl}.
 */
public record ApiKeys(
    ListApiKeys list, CreateApiKey create, ChangeApiKey change, int defaultLimit, String baseUrl) {}
