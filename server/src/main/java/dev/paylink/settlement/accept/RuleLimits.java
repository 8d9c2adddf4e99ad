package dev.paylink.settlement.accept;

import dev.paylink.money.Currencies;
import java.util.List;

/**
 * What the operator lets merchants choose in their settlement rules.
 *
 * @param maxPercent the largest underpayment that a merchant may accept automatically
 * @param safeNetworks the networks on which small amounts may be confirmed before they are final
 */
public record RuleLimits(int maxPercent, List<String> safeNetworks, Currencies currencies) {}
