/** Reads a chain through a node's JSON-RPC. */
@NullMarked
package dev.paylink.chain.rpc;

import org.jspecify.annotations.NullMarked;
