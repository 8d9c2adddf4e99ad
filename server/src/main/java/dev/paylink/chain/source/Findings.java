package dev.paylink.chain.source;

import dev.paylink.chain.evm.ContractVersion;
import java.util.List;

/**
 * What a node has at the configured addresses.
 *
 * @param version of the settlement contract; without meaning if there are faults
 * @param faults the differences from the configuration, a sentence each
 */
public record Findings(ContractVersion version, List<String> faults) {}
